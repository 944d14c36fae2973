/** `12 tools`, `12 tools, 1 skill`. */
export function describeCounts(tools: number, skills: number): string {
  return [counted(tools, 'tool'), ...(skills > 0 ? [counted(skills, 'skill')] : [])].join(', ')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
