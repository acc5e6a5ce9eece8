/*
 * The scripts of a page load after its first paint (docs/decisions/0016-deferred-scripts.md): the server renames the tags React
 * Router rendered, so that browsers ignore them, and an inline script in the head renames them back when it is time.
 */

/** Scripts load at the latest this long after the document was parsed, in milliseconds, however slow an image is. */
const maxDelayMs = 2000;

/**
 * The document with its module scripts and preloads renamed for `loaderScript`. Read as Latin-1, a character a byte, its
 * bytes stay what they are, and it takes half the memory of a text with other characters.
 */
export const deferScripts = (html: Buffer) =>
  Buffer.from(
    html
      .toString("latin1")
      .replaceAll('<link rel="modulepreload"', '<link rel="deferred"')
      .replaceAll('<script type="module" async=""', '<script type="deferred"'),
    "latin1",
  );

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
