/** Copies a text to the clipboard, or shows it in a field from which it can be copied by hand. */

import { notices } from "./announce.svelte";
import { t } from "./texts";

export async function copy(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without a secure connection there is no clipboard API: select the text and use the old command
    if (!copiedBySelection(text)) {
      notices.show(t("share.byHand", { text }), true);
      return false;
    }
  }
  notices.show(done);
  return true;
}

/** Share a link to a page of this house through the device's share sheet on touch devices that have one, else copy it. */
export async function shareOrCopy(path: string, text: string, done: string): Promise<void> {
  const url = location.origin + path;
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return void (await copy(url, done));
  await navigator.share({ title: document.title, text, url }).catch(() => {});
}

function copiedBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
