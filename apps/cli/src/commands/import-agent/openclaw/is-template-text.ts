/** What the templates of OpenClaw tell the agent about `USER.md`, `TOOLS.md` and `MEMORY.md`, each with its heading. */
const template =
  /^(?:What Goes Here|Why Separate\?): |^(?:\w+: )?(?:Skills define _how_|Things like:|Add whatever helps you do your job|The more you know, the better you can help|This is your cheat sheet)/

/** Whether a note is part of an unfilled template: a field without a value, a hint in italics, or an explanation. */
export function isTemplateText(note: string): boolean {
  return (
    /[:：]$/.test(note) ||
    /[:：] *[_*][(（][^()（）]*[)）][_*]$/.test(note) ||
    /^(?:[^:]{1,40}: )?([_*])[^_*]+\1$/.test(note) ||
    template.test(note)
  )
}
