type Keys = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether this is Ctrl+S or Cmd+S, also with Caps Lock and on keyboards without Latin letters. */
export function isSaveShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === "s" : code === "KeyS";
}
