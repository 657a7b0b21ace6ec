/** What search engines and previews of links show of the site. The server makes the addresses absolute. */
export const descriptionHtml = `<meta
      name="description"
      content="Wentwell runs meetings and live sprint retrospectives on a shared board of notes."
    />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Wentwell" />
    <meta property="og:title" content="Wentwell · Sprint retrospectives that lead somewhere" />
    <meta
      property="og:description"
      content="Write together, reveal together, and leave with actions that somebody owns. Free for small teams."
    />
    <meta property="og:url" content="/" />
    <meta property="og:image" content="/social.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A retrospective board in Wentwell" />
    <meta name="twitter:card" content="summary_large_image" />`;
