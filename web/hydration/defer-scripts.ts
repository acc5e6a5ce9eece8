/*
 * The page's scripts are asked for once what is seen first is there: they take nothing from it, neither network nor time. The
 * document names them in a way browsers overlook; a few lines in its head turn that into what they mean. See
 * docs/decisions/0016-scripts-start-late.md.
 */

/** Whoever waits longer than this for a picture gets the scripts anyway. */
const patienceMs = 2000;

/**
 * Runs inline in the document's head. It starts the scripts when the page has been painted, with the first touch if that is
 * sooner, and keeps in `window.earlyEvents` what is pressed and filled in before they run (ui/early.ts does it again). Links, and
 * forms that work without script, are left alone.
 */
export const deferScript = `(()=>{
let early=window.earlyEvents=new Map,
begin=()=>{
let late=document.querySelector("script[type=late]"),script=document.createElement("script");
if(!late)return;
late.type="begun";
for(let link of document.querySelectorAll("link[rel=late]"))link.rel="modulepreload";
script.type="module";
script.text=late.text;
document.head.append(script)
},
keep=event=>{
let one=event.target;
if(!window.earlyEvents||one.closest("a"))return;
let press=one.closest("button[type=button],form:not([action]) button");
event.stopPropagation();
if(event.type!="click")early.set(one,/^(checkbox|radio)$/.test(one.type)?one.checked:one.value);
else if(press)event.preventDefault(),early.set(press,-~early.get(press))
};
for(let type of["click","input","change"])addEventListener(type,keep,true);
for(let type of["pointerdown","keydown"])addEventListener(type,begin,{passive:true});
addEventListener("DOMContentLoaded",()=>setTimeout(begin,${patienceMs}));
addEventListener("load",()=>document.hidden?begin():requestAnimationFrame(()=>setTimeout(begin)))
})()`;

const lateNames = [
  ['<link rel="modulepreload"', '<link rel="late"'],
  ['<script type="module" async=""', '<script type="late"'],
] as const;

/** Names the scripts of a document, as the router drew it, for `startScript`. In place: blanks fill what is shorter. */
export function deferModules(document: Buffer): void {
  for (const [usual, late] of lateNames)
    for (let at = document.indexOf(usual); at >= 0; at = document.indexOf(usual, at + 1))
      document.write(late.padEnd(usual.length), at);
}
