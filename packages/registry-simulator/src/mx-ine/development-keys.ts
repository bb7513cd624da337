/**
 * Signs the simulated INE's responses, so that the verification of signatures can be tested. It is public: it proves nothing, and
 * a production integration must never verify with it.
 * @see spec/registries.md 8.3, 15.1
 */
export const developmentPrivateKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDZuLuFBBLEV2D/
MciOHHdYhf9sKaP8zpNNo7hf3Y3+v0c4CsHg4im8tCNrSGofsHSNdkjPF+LUolAm
Thi6PqnUc1kgYK8TLU/fGQ/nJVfNlZds19UTaYbc5tv5f7SC8n9UKm3WYoZ5OAvy
j+3pur4We8TClIYySk8l3i17UbzWgFuIzMyNb+eMyB/lVaiFf3mfdhSD8qzS26sz
rT7f4Cgmg4w2K/EVuWiETTmDU1LbZkO2op1B21aZigT7bIeY0hKBnUYRO5iujSOS
/Y7KqAIS8jWUR34mBy63n+J5aefDHXmEX8H5pTMeR5zHcqiE2fOemjwqsJbRVL7G
Wc34TbwJAgMBAAECgf8hl99XJsm+gbz1ozjOtJW1kvdWORaUa0tPL3PDVuwR4nGa
tA42JK9L7n+IjiPRv+g764RQb98P7/tt7Z7jHcgWf7XAySo6S0OHqNZLU/e4QNyc
brDxzdaBPx2x4YJ4sfHziphn+8vD6GHvi0WqSqYJ0g8J9uC94blUnnNmE7aPYfWq
QKtSBn01zKHA5uqtULHxsksWCEHU/+TUo7Xq/vP1HJVkmRQJ6IeVhePPX4G+/CO9
g32ABfhypqpUfYrs9f0YYvRBlyuw5KszWY/V++v+ZAYjrXDfGfhPO3osGyw+O4rv
gd+6uquVuUhSBRHRl+LzKyWHo3fVyn23gIPcxJ8CgYEA/zSq/3DWuzk3a9hejlfY
1TClgJeMANF5cnw0sqccsrogYe/zdyow3ouuEogzuWatELv0g/+1W6Iz9bJad4pJ
VVZrMOg6QchfgYv8fo6QnJFku9///+lJUVZaYayCiywwyCyAjJG5Z2yYDvzAWRJj
T30yAOP223jJNt+atLFQW0MCgYEA2mYzE+34YeOEw+kZpQIFciT8Z/dAzUpAWjjf
+gbRQeCgeAQ75zYm4YOfUjCCAGFVfA0hQ0vIMj3W8j5W8DIoFExo2efn46gxyE4s
uscisC6Do6LFWkYwT1/132Sqy75sdeycZHqyHel2FZtexSbgP2UZ1Yjtl973mA2t
ZLAXaMMCgYEAjpfU+4kG0fF0P/PTUWFQLD5UGveSKFriqs8veqrY5BwPP+mcdXbD
e3U8O+qSTANMq875Hk/f+2Uz9xJCbgx8UQxKNDdtZZgZlP6sg+IQdwrd6AOOvGSS
rLm9IloLTsvQLeh/owtBNsJ8a9NZfetCRgXDzK+THKnuc5SYkmGIbpUCgYEAo4l3
oerF3PbzSYfYrhiPX2OWpXsdyRtaiLSh8qT8OKotPvFcsct43dEjkfXEwugfjN6A
E9ZBOG3Z8FcB3qaQIHL+6HygxXYCoQz4rXvD281YwUV3Jhv8vNMMV5UX16zlpn/g
s9S0X3Wb+J35HwP3U0EvURhRYTGSkQdc2VKKlOUCgYEAltzV0eS3/E8SAbG3BXCj
3rujGhJbOBFnyRJBrVXo6Dh0/GdF3n6juK1fRUuWt3MV50CGfSZHeY37R8F3Vh9v
vrrPOmAYPURLyW2yI6MC2KqqJRjH5La1PqMLF4fYtITrmOMqQ16a9MtWKA0QmLuC
3RE3wOsaNtK6nWp2zdanQv8=
-----END PRIVATE KEY-----
`;

/** PEM of the matching public key, for the setting `signatureKey` of a connector that calls the simulator. */
export const developmentPublicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2bi7hQQSxFdg/zHIjhx3
WIX/bCmj/M6TTaO4X92N/r9HOArB4OIpvLQja0hqH7B0jXZIzxfi1KJQJk4Yuj6p
1HNZIGCvEy1P3xkP5yVXzZWXbNfVE2mG3Obb+X+0gvJ/VCpt1mKGeTgL8o/t6bq+
FnvEwpSGMkpPJd4te1G81oBbiMzMjW/njMgf5VWohX95n3YUg/Ks0turM60+3+Ao
JoOMNivxFblohE05g1NS22ZDtqKdQdtWmYoE+2yHmNISgZ1GETuYro0jkv2OyqgC
EvI1lEd+Jgcut5/ieWnnwx15hF/B+aUzHkecx3KohNnznpo8KrCW0VS+xlnN+E28
CQIDAQAB
-----END PUBLIC KEY-----
`;
