/** The product's logo and name. */
export const Brand = () => (
  <span className="brand">
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1550b8" />
      <path
        d="M9 17.5l4.6 4.6L23.5 11"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M9 10.5h8" stroke="#fff" strokeOpacity=".55" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
    Countersign
  </span>
);
