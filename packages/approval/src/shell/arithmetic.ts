/**
 * Evaluates an arithmetic expression of plain integers (`1 + 2*3`, `0x2f`, `1 << 3`). Returns `undefined` when it
 * depends on the running shell.
 */
export function evaluateArithmetic(expression: string): number | undefined {
  if (expression.length > 200) return undefined
  const tokens = expression.match(/0[xX][0-9a-fA-F]+|\d+|<<|>>|[-+*/%()&|^]/g) ?? []
  if (tokens.join('') !== expression.replace(/\s+/g, '')) return undefined
  const reader = { tokens, at: 0 }
  const value = readLevel(reader, 0)
  return reader.at === tokens.length && value !== undefined && Number.isFinite(value) ? value : undefined
}

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

type Operator = (a: number, b: number) => number

const levels: readonly Readonly<Record<string, Operator>>[] = [
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '<<': (a, b) => a << b, '>>': (a, b) => a >> b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
]

function readLevel(reader: Reader, level: number): number | undefined {
  const operators = levels[level]
  if (!operators) return readOperand(reader)
  let value = readLevel(reader, level + 1)
  for (;;) {
    const operator = operators[reader.tokens[reader.at] ?? '']
    if (value === undefined || !operator) return value
    reader.at++
    const right = readLevel(reader, level + 1)
    value = right === undefined ? undefined : operator(value, right)
  }
}

function readOperand(reader: Reader): number | undefined {
  const token = reader.tokens[reader.at++]
  if (token === undefined) return undefined
  if (token === '-' || token === '+') {
    const value = readOperand(reader)
    return value === undefined ? undefined : token === '-' ? -value : value
  }
  if (token === '(') {
    const value = readLevel(reader, 0)
    return reader.tokens[reader.at++] === ')' ? value : undefined
  }
  if (/^0[0-7]+$/.test(token)) return Number.parseInt(token, 8)
  return /^\d/.test(token) ? Number(token) : undefined
}
