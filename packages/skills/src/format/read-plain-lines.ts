/**
 * Returns the top-level `key: value` lines of a text. The value of a key continues in the indented lines below it.
 * Quotes around a value are removed.
 */
export function readPlainLines(text: string): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  let key: string | undefined
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^([A-Za-z][\w-]*):[ \t]?(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      key = name
      values.set(name, /^[|>][+-]?$/.test(value.trim()) ? '' : value.trim())
    } else if (key !== undefined && /^[ \t]/.test(line)) {
      values.set(key, `${values.get(key)} ${line.trim()}`.trim())
    }
  }
  return Object.fromEntries([...values].map(([name, value]) => [name, unquoted(value)]))
}

function unquoted(value: string): string {
  const [, inner] = /^(?:"(.*)"|'.*')$/.exec(value) ?? []
  if (inner !== undefined) return inner
  return value.startsWith("'") && value.endsWith("'") && value.length > 1 ? value.slice(1, -1) : value
}
