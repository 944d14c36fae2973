/** What the templates of OpenClaw say to the agent about `USER.md`, `TOOLS.md` and `MEMORY.md`, each with its heading. */
const template =
  /^(?:What Goes Here|Why Separate\?): |^(?:\w+: )?(?:Skills define _how_|Things like:|Add whatever helps you do your job|The more you know, the better you can help|This is your cheat sheet)/

/** Whether a note is a part of a template that nobody filled in: a field without a value, a hint in italics, or an explanation. */
export function isTemplateText(note: string): boolean {
  return (
    /[:：]$/.test(note) ||
    /[:：] *[_*][(（][^()（）]*[)）][_*]$/.test(note) ||
    /^(?:[^:]{1,40}: )?([_*])[^_*]+\1$/.test(note) ||
    template.test(note)
  )
}
