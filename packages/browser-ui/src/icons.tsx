import type { ReactNode } from 'react';

const draw = (paths: ReactNode) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths}
      </svg>
    );
  };

/** Icons; each appears beside a word or inside a labelled button. */
export const icons = {
  home: draw(<path d="M4 11.5L12 4.5l8 7V20h-5.5v-5.5h-5V20H4z" />),
  sessions: draw(
    <>
      <rect x="3" y="4" width="18" height="16" rx="2.5" />
      <circle cx="9" cy="11" r="2.2" />
      <path d="M5.8 16.5c.5-1.7 1.7-2.5 3.2-2.5s2.7.8 3.2 2.5M15 9.5h3.5M15 13.5h3.5" />
    </>,
  ),
  webhooks: draw(
    <>
      <path d="M4 12h11M11 7.5l4.5 4.5L11 16.5" />
      <path d="M20 5v14" />
    </>,
  ),
  requests: draw(
    <>
      <path d="M4 8.5h13M13.5 5L17 8.5 13.5 12" />
      <path d="M20 15.5H7M10.5 12L7 15.5l3.5 3.5" />
    </>,
  ),
  integrations: draw(
    <>
      <rect x="3.5" y="3.5" width="7" height="7" rx="1.5" />
      <rect x="13.5" y="3.5" width="7" height="7" rx="1.5" />
      <rect x="3.5" y="13.5" width="7" height="7" rx="1.5" />
      <path d="M17 14v6M14 17h6" />
    </>,
  ),
  team: draw(
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 5.4a3.5 3.5 0 0 1 0 6.2M18.5 15c1.7.8 2.7 2.4 3 5" />
    </>,
  ),
  organisation: draw(
    <>
      <path d="M4.5 20.5V4.5h9v16M13.5 9.5h6v11M3 20.5h18" />
      <path d="M8 8.5h2M8 12h2M8 15.5h2M16 13h1M16 16.5h1" />
    </>,
  ),
  screening: draw(
    <>
      <circle cx="10.5" cy="10.5" r="7" />
      <path d="M15.5 15.5l5 5M7.5 10.5l2.2 2.2 4-4.2" />
    </>,
  ),
  help: draw(
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1" />
    </>,
  ),
  audit: draw(
    <>
      <path d="M6 3.5h9l4 4V20a.5.5 0 0 1-.5.5h-12.5A.5.5 0 0 1 5.5 20V4a.5.5 0 0 1 .5-.5z" />
      <path d="M9 9h4M9 13h6M9 17h6" />
    </>,
  ),
  account: draw(
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 20.5c.8-4 3.9-6 8-6s7.2 2 8 6" />
    </>,
  ),
  menu: draw(<path d="M4 7h16M4 12h16M4 17h16" />),
  close: draw(<path d="M6 6l12 12M18 6L6 18" />),
  copy: draw(
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2" />
      <path d="M15.5 5.5v-.5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v9A1.5 1.5 0 0 0 5 15.5h.5" />
    </>,
  ),
  tag: draw(
    <>
      <path d="M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5z" />
      <path d="M8.3 8.4v.1" />
    </>,
  ),
  check: draw(<path d="M5 12.5l4.5 4.5L19 7.5" />),
  cross: draw(<path d="M7 7l10 10M17 7L7 17" />),
  minus: draw(<path d="M6 12h12" />),
  search: draw(
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="M16 16l4.5 4.5" />
    </>,
  ),
  eye: draw(
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>,
  ),
  key: draw(
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="M11 12.5L20 3.5M16 7.5l3 3" />
    </>,
  ),
  warning: draw(
    <>
      <path d="M12 4L2.8 19.5h18.4z" />
      <path d="M12 10v4.5M12 17v.1" />
    </>,
  ),
  lock: draw(
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>,
  ),
  download: draw(<path d="M12 4v11M7.5 11L12 15.5l4.5-4.5M5 19.5h14" />),
  plus: draw(<path d="M12 5v14M5 12h14" />),
  next: draw(<path d="M9 5l7 7-7 7" />),
  back: draw(<path d="M15 5l-7 7 7 7" />),
  star: draw(<path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z" />),
  replay: draw(
    <>
      <path d="M4 12a8 8 0 1 0 2.5-5.8" />
      <path d="M4 4v4.5h4.5" />
    </>,
  ),
  out: draw(<path d="M14 4.5h4.5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H14M10 8l-4 4 4 4M6.5 12H15" />),
  empty: draw(
    <>
      <path d="M3.5 13.5l3-8h11l3 8v5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z" />
      <path d="M3.5 13.5H8.5c.5 2 1.7 3 3.5 3s3-1 3.5-3h5" />
    </>,
  ),
} as const;
