/** Returns the reason for asking about a tool without an assessment. */
export function unknownTool(name: string): string {
  return `The tool "${name}" may change something, and it does not say what.`
}

export function isUnknownTool(reason: string): boolean {
  const [, name = ''] = /^The tool "([\w-]{1,64})"/.exec(reason) ?? []
  return reason === unknownTool(name)
}
