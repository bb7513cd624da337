/**
 * Letter rules, written by hand for this project, for scripts whose spelling determines the Latin transliteration.
 *
 * Each line has a letter or group of letters, then its Latin spellings, each with the conventions that use it (`*`: all).
 * Cyrillic conventions: I passports (ICAO), B press and BGN, S scientific and ISO 9 without marks, G German, F French,
 * P Polish, U Ukrainian, E Belarusian, L Bulgarian, R Serbian and Macedonian, T Turkic Latin alphabets. Others: A usual,
 * Z older or foreign. An empty spelling is written `-`. Letters are written as `modelForm` leaves them: no й, ё, ї, ў.
 */
export const cyrillicRules = `
а a:*
б b:*
в v:* w:GPE
г g:IBSGFPLRT h:UE gh:UTB
ґ g:*
д d:*
е e:* ye:BUE ie:PEF je:SGR jo:SG yo:BI io:IF
ж zh:IBULETS z:SRP sch:G j:FT g:F sh:G
з z:* s:G
и i:* y:BULT j:SGRPE
ии y:IBPT i:BFGI ii:* iy:B ij:SGR yi:U yj:SR
ыи y:IBPTS yi:IB yj:S i:F
аи ay:BT ai:* aj:SGRP
еи ei:* ey:BT ej:SGRP
ои oi:* oy:BT oj:SGRP
к k:* c:F q:T
кс ks:* x:BGF
л l:* ll:F
м m:*
н n:* nn:F
о o:* a:E
п p:*
р r:*
с s:* ss:GF
т t:*
у u:* ou:F w:E o:T
ф f:* ph:BF
х kh:IBFUTL h:SLRTU ch:GPE x:T
ц ts:IBULFE c:SRPE z:G tz:GF
ч ch:IBULT c:SRE tsch:G tch:F cz:P
ш sh:IBULT s:SRE sch:G ch:F sz:P
щ shch:IBU sc:S sht:L schtsch:G chtch:F szcz:P st:R sch:B stsch:G
ъ -:* ie:I a:L u:L
ы y:* i:BF
ье ie:IP ye:B je:SG e:F
ьо io:UP yo:BUL jo:SG o:B
ь -:* i:P
э e:*
ю yu:BULE iu:IUPE ju:SGRP iou:F u:PB
я ya:BULE ia:IUPEF ja:SGRP a:P
і i:* yi:U y:U
є ye:U ie:U e:U je:S
ђ dj:R d:R
ј j:R y:R i:R
љ lj:R l:R
њ nj:R n:R
ћ c:R ch:R
џ dz:R dzh:R j:RT
ѕ dz:R
ә a:T e:T ae:T
ғ g:T gh:T
қ k:T q:T
ң n:T ng:T
ө o:T u:T oe:T
ұ u:T
ү u:T y:T ue:T
һ h:T
җ j:T zh:T dj:T
ҳ h:T kh:T
ҷ j:T ch:T
ҝ g:T k:T
ҹ j:T ch:T`;

export const greekRules = `
α a:*
β v:A b:Z
γ g:* gh:A y:A
γγ ng:* gg:A
γκ g:A gk:A ng:Z nk:Z
γχ nch:* nh:A gch:A
δ d:* dh:A
ε e:*
ζ z:*
η i:A e:Z
θ th:*
ι i:* y:A
κ k:A c:Z
λ l:*
μ m:*
μπ b:A mp:A mb:Z
ν n:*
ντ d:A nt:A nd:Z
ξ x:* ks:A
ο o:*
π p:*
ρ r:* rh:Z
σ s:* ss:Z
τ t:*
τζ tz:A j:Z
υ y:* i:A u:Z
αυ av:A af:A au:Z
ευ ev:A ef:A eu:Z
ου ou:* u:A
αι ai:* e:A ae:Z
ει ei:* i:A
οι oi:* i:A oe:Z
υι yi:A i:A
φ f:A ph:Z
χ ch:* h:A kh:A x:A
ψ ps:*
ω o:*`;

export const armenianRules = `
ա a:*
բ b:A p:Z
գ g:A k:Z
դ d:A t:Z
ե e:* ye:A ie:Z
եւ ev:A yev:A
և ev:A yev:A
զ z:*
է e:*
ը y:A e:* i:Z
թ t:* th:A
ժ zh:A j:Z
ի i:*
իա ia:* ya:A
լ l:*
խ kh:* h:A
ծ ts:A dz:Z tz:A
կ k:A g:Z
հ h:*
ձ dz:A ts:Z tz:Z
ղ gh:* g:A
ճ ch:A j:Z tch:A dj:Z
մ m:*
յ y:A h:A i:Z j:Z
ն n:*
շ sh:* ch:Z
ո o:* vo:A
ու u:* ou:Z oo:Z v:A
չ ch:* tch:Z
պ p:A b:Z
ջ j:A ch:Z dj:A
ռ r:* rr:A
ս s:* ss:Z
վ v:*
տ t:A d:Z
ր r:*
ց ts:* c:A tz:Z
ւ v:A w:Z u:A
փ p:* ph:Z
ք k:* q:A
օ o:*
ֆ f:*`;

export const georgianRules = `
ა a:*
ბ b:*
გ g:*
დ d:*
ე e:*
ვ v:*
ზ z:*
თ t:* th:Z
ი i:* y:Z
კ k:*
ლ l:*
მ m:*
ნ n:*
ო o:*
პ p:*
ჟ zh:* j:Z
რ r:*
ს s:*
ტ t:*
უ u:* ou:Z
ფ p:A ph:Z f:Z
ქ k:A q:Z c:Z
ღ gh:* g:Z
ყ q:* k:Z
შ sh:* ch:Z
ჩ ch:* tch:Z
ც ts:* c:Z
ძ dz:*
წ ts:* tz:Z c:Z
ჭ ch:* tch:Z
ხ kh:* x:Z h:Z
ჯ j:* dj:Z
ჰ h:*`;

const consonantsOfDevanagari = `
क k c
ख kh k
ग g
घ gh
ङ n ng
च ch c
छ chh ch
ज j z
झ jh
ञ n ny
ट t
ठ th t
ड d r
ढ dh rh
ण n
त t
थ th
द d
ध dh
न n
प p
फ ph f
ब b
भ bh
म m
य y
र r
ल l
ळ l
व v w b
श sh s
ष sh s
स s
ह h`;

const signsOfDevanagari = `
अ a:*
आ a:* aa:*
इ i:* e:*
ई i:* ee:*
उ u:* oo:*
ऊ u:* oo:*
ऋ ri:* r:*
ए e:* ay:*
ऐ ai:* e:*
ओ o:*
औ au:* ou:*
ा a:* aa:* -:*
ि i:* e:*
ी i:* ee:* y:*
ु u:* oo:*
ू u:* oo:*
ृ ri:* r:* ru:*
े e:* ay:* ey:*
ै ai:* e:*
ो o:* oo:*
ौ au:* ou:* o:*
ं n:* m:* -:*
ँ n:* -:*
ः h:* -:*
़ -:*
् -:*
ज्ञ gy:* jn:*
क्ष ksh:* x:*`;

/** Returns rules for consonants with and without the inherent vowel. */
export function devanagariRules(): string {
  const lines = consonantsOfDevanagari.trim().split('\n');
  const consonants = lines.map((line) => {
    const [letter = '', ...spellings] = line.split(' ');
    return [letter, ...spellings.flatMap((latin) => [`${latin}:*`, `${latin}a:*`])].join(' ');
  });
  return `${consonants.join('\n')}${signsOfDevanagari}`;
}

/** Letters of further languages in scripts whose model is trained on one language. The rules give only sounds, so they have no conventions. */
export const arabicRules = `
پ p:*
چ ch:* tch:* c:* tsch:*
ژ zh:* j:* z:*
گ g:* gu:*
ڤ v:* f:*
ڠ ng:*
ڨ g:*
ڭ ng:* g:*
ټ t:*
ډ d:*
ړ r:*
ڼ n:*
ٹ t:*
ڈ d:*
ڑ r:*
ں n:*
ث s:* th:*
ذ z:* dh:* d:*
ض z:* d:* dh:*
ظ z:* zh:* dh:*
و w:* v:* o:* u:* ou:* oo:*
ق q:* k:* g:* gh:*
ج j:* dj:* g:* dzh:*
ه h:* a:* e:* ah:* eh:*
ي y:* i:* ee:* e:* ie:* j:*
خ kh:* h:* x:* ch:*
ش sh:* ch:* sch:* s:*
غ gh:* g:*
ع a:* -:* e:* o:* u:* i:* aa:*
ا a:* -:* i:* e:* u:* o:* aa:*`;

export const hebrewRules = `
ח ch:* h:* kh:*
צ tz:* ts:* z:* c:*
כ ch:* k:* kh:* c:*
ק k:* q:* c:*
ע -:* a:* e:*
ש sh:* s:* sch:*`;

export const kanaRules = `
シ shi:* si:*
チ chi:* ti:* ci:*
ツ tsu:* tu:*
フ fu:* hu:*
ジ ji:* zi:*
ヅ zu:* du:*
ヂ ji:* di:*
ヲ o:* wo:*
ン n:* m:*
オウ o:* ou:* oh:*
コウ ko:* kou:* koh:*`;
