/*
 * The scripts of a page load after its first paint (docs/decisions/0016-deferred-scripts.md): the server renames the tags React
 * Router rendered, so that browsers ignore them, and an inline script in the head renames them back when it is time.
 */

/** Scripts load at the latest this long after the document was parsed, in milliseconds, however slow an image is. */
const maxDelayMs = 2000;

const renamed = [
  ['<link rel="modulepreload"', '<link rel="deferred"'],
  ['<script type="module" async=""', '<script type="deferred"'],
] as const;

/** Renames the module scripts and preloads of a document for `loaderScript`; spaces fill what is shorter, so nothing moves. */
export function deferScripts(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  for (const [from, to] of renamed)
    for (let at = html.indexOf(from); at >= 0; at = html.indexOf(from, at)) html.write(to.padEnd(from.length), at);
  return html;
}

/**
 * Runs inline in the head. Loads the scripts after the first paint, or on the first interaction if that is sooner. Until then
 * it records clicks on buttons and changes of fields in `window.earlyEvents`, for `replayEvents`. Links, and forms that have an
 * `action`, work without script and are left alone.
 */
export const loaderScript = `(()=>{
let events=window.earlyEvents=new Map,
load=()=>{
let deferred=document.querySelector("script[type=deferred]"),script=document.createElement("script");
if(!deferred)return;
deferred.type="loading";
for(let link of document.querySelectorAll("link[rel=deferred]"))link.rel="modulepreload";
script.type="module";
script.text=deferred.text;
document.head.append(script)
},
record=event=>{
let target=event.target;
if(!window.earlyEvents||target.closest("a"))return;
let button=target.closest("button[type=button],form:not([action]) button");
event.stopPropagation();
if(event.type!="click")events.set(target,/^(checkbox|radio)$/.test(target.type)?target.checked:target.value);
else if(button)event.preventDefault(),events.set(button,-~events.get(button))
};
for(let type of["click","input","change"])addEventListener(type,record,true);
for(let type of["pointerdown","keydown"])addEventListener(type,load,{passive:true});
addEventListener("DOMContentLoaded",()=>setTimeout(load,${maxDelayMs}));
addEventListener("load",()=>document.hidden?load():requestAnimationFrame(()=>setTimeout(load)))
})()`;
