/** Runs inline in the document's head, before anything is painted: the chosen theme never flashes in late. */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';
