import type { Translate } from '@hermes/safety/language'
/** `12 tools`, `12 tools, 1 skill`. */
export function describeCounts(tools: number, skills: number, t: Translate): string {
  return [t.count(tools, 'tool'), ...(skills > 0 ? [t.count(skills, 'skill')] : [])].join(t`, `)
}
