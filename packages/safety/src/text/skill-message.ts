const openings = ['Use this skill for my request at the end.', 'Use these skills for my request at the end.'] as const
const begin = '<skill>\n'
const end = '\n</skill>'
const noRequest = 'Follow the instructions above.'

export interface SkillMessage {
  /** The texts of the skills. Each begins with `Skill: NAME`, or with `Read NAME with` if the model reads it itself. */
  readonly texts: readonly string[]
  /** The instructions of a bundle. */
  readonly instructions?: string | undefined
  /** The text that the person typed after the names; may be empty. */
  readonly request: string
}

/**
 * Formats the message that starts skills. It contains their whole text, because the model reads it as what the person
 * says.
 */
export function toSkillMessage({ texts, instructions, request }: SkillMessage): string {
  return [
    openings[texts.length === 1 ? 0 : 1],
    ...texts.map((text) => `${begin}${text}${end}`),
    ...(instructions ? [instructions] : []),
    request.trim() === '' ? noRequest : request.trim(),
  ].join('\n\n')
}

/**
 * Returns what a person typed: for a message that starts skills, the command, such as `/review the last commit`;
 * anything else unchanged. For display only: if the end of a skill text cannot be determined, the rest is shown.
 */
export function typedText(text: string): string {
  const opening = openings.find((sentence) => text.startsWith(`${sentence}\n\n${begin}`))
  if (opening === undefined) return text
  const names: string[] = []
  let rest = text.slice(opening.length + 2)
  while (rest.startsWith(begin)) {
    const name = /^<skill>\n(?:Skill: (\S+)$|Read (\S+) with )/m.exec(rest)
    const close = rest.indexOf(`${end}\n\n`)
    if (name?.index !== 0 || close < 0) return text
    names.push(`/${name[1] ?? name[2]}`)
    rest = rest.slice(close + end.length + 2)
  }
  return [...names, ...(rest === noRequest ? [] : [rest])].join(' ')
}
