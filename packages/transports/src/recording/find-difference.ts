import { isRecord } from '@hermes/safety'
import { placeholder } from '@hermes/safety/redact'

/**
 * Returns the path of the first difference between a recorded and an actual JSON value, such as `messages[2].content`,
 * or `undefined` when they are equal. The path is `''` for the whole value. A redacted secret matches any text.
 */
export function findDifference(recorded: unknown, actual: unknown, path = ''): string | undefined {
  if (typeof recorded === 'string' && typeof actual === 'string') {
    return isSameText(recorded, actual) ? undefined : path
  }
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    return findFirst(range(recorded, actual), (index) =>
      findDifference(recorded[index], actual[index], `${path}[${index}]`),
    )
  }
  if (isRecord(recorded) && isRecord(actual)) {
    return findFirst(new Set([...Object.keys(recorded), ...Object.keys(actual)]), (key) =>
      findDifference(recorded[key], actual[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return Object.is(recorded, actual) ? undefined : path
}

function isSameText(recorded: string, actual: string): boolean {
  if (recorded === actual || !recorded.includes(placeholder)) return recorded === actual
  const [head = '', ...rest] = recorded.split(placeholder)
  const tail = rest.pop() ?? ''
  if (!actual.startsWith(head) || !actual.endsWith(tail)) return false
  let position = head.length
  for (const part of rest) {
    const found = actual.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position <= actual.length - tail.length
}

function range(left: readonly unknown[], right: readonly unknown[]): Iterable<number> {
  return Array.from({ length: Math.max(left.length, right.length) }).keys()
}

function findFirst<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
