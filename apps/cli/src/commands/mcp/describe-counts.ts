import type { Translate } from '@hermes/safety/language'
/** Describes counts, such as `12 tools` or `12 tools, 1 skill`. */
export function describeCounts(tools: number, skills: number, t: Translate): string {
  return [t.count(tools, 'tool'), ...(skills > 0 ? [t.count(skills, 'skill')] : [])].join(t`, `)
}
