const OFFERS = [
  ['Pier', '€9', 'One agent, one harbour master, backups every night.'],
  ['Quay', '€29', 'Five agents, your own domain, email in and out.'],
  ['Port', '€99', 'As many as you need, and people who answer at night.'],
];

const STYLE = `
:root{color-scheme:light;--ink:#1d2433;--soft:#5b6475;--line:#e6e2da;--sea:#0f766e}
*{box-sizing:border-box;margin:0}
body{font:17px/1.6 ui-serif,Georgia,'Noto Serif','Liberation Serif',serif;color:var(--ink);background:#fbf9f5}
header,main,footer{max-width:1040px;margin:auto;padding:0 32px}
header{display:flex;align-items:center;gap:32px;height:84px;font-family:system-ui,sans-serif;font-size:15px}
header b{font-size:19px;letter-spacing:-.02em;margin-inline-end:auto;display:flex;gap:10px;align-items:center}
header b::before{content:'';width:22px;height:22px;border-radius:50% 50% 50% 4px;background:var(--sea)}
a{color:inherit;text-decoration:none}
h1{font-size:clamp(38px,6vw,62px);line-height:1.06;letter-spacing:-.03em;font-weight:600;max-width:13em;padding-top:56px;text-wrap:balance}
.lead{font-size:20px;color:var(--soft);max-width:32em;padding:22px 0 44px}
.offers{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:18px;list-style:none;padding:0}
.offers li{background:#fff;border:1px solid var(--line);border-radius:18px;padding:26px}
.offers h2{font:600 15px/1.4 system-ui,sans-serif;color:var(--sea)}
.offers strong{display:block;font-size:38px;letter-spacing:-.03em;line-height:1.3}
.offers small{font:14px system-ui,sans-serif;color:var(--soft);font-weight:400;letter-spacing:0}
.offers p{font-size:16px;color:var(--soft);padding-top:8px}
footer{padding:44px 32px;font:14px system-ui,sans-serif;color:var(--soft)}`;

/** A page of a sample shop on the subject of the agent. */
export function shopPage(publicUrl: string, agentId: string): string {
  const offers = OFFERS.map(
    ([name, price, text]) => `<li><h2>${name}</h2><strong>${price} <small>a month</small></strong><p>${text}</p></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hafen: Parley, run for you</title>
<style>${STYLE}</style>
</head>
<body>
<header><b>Hafen</b><a href="#offers">Offers</a><a href="#offers">Prices</a></header>
<main>
<h1>A calm harbour for your conversations.</h1>
<p class="lead">We run Parley for you: backups, updates, certificates. Ask our guide in the corner anything about it.</p>
<ul class="offers" id="offers">${offers.join('')}</ul>
</main>
<footer>Hafen is a sample shop, part of the demo.</footer>
<script async src="${publicUrl}/widget.js" data-agent="${agentId}"></script>
</body>
</html>
`;
}
