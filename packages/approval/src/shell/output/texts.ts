import { fromText, isKnown, join, noData, UNKNOWN, unknownData, withText } from '../../words/data.js'
import { decodeEscapes } from '../../words/escapes.js'
import { findOption, optionValues, readArguments } from '../../words/options.js'
import { inputOf, type Output, selection } from './output.js'

export const echo: Output = ({ argv }) => {
  const first = argv.findIndex((word, index) => index > 0 && !/^-[neE]+$/.test(word.text))
  const flags = argv.slice(1, first < 0 ? undefined : first).map((word) => word.text)
  const text = join(first < 0 ? [] : argv.slice(first), ' ')
  const isEscaped = flags.some((flag) => flag.includes('e'))
  const content = isEscaped && text.text.includes('\\') ? decodeEscapes(text.text) : text.text
  return { ...text, text: flags.some((flag) => flag.includes('n')) ? content : `${content}\n` }
}

export const printf: Output = ({ argv }) => {
  const [format, ...values] = argv[1]?.text === '--' ? argv.slice(2) : argv.slice(1)
  if (!format || format.text === '-v') return noData
  const all = join([format, ...values])
  let text = ''
  let next = 0
  do {
    text += format.text.replace(
      /%(?:%|[-+ 0#]*(?:[1-9]\d*)?(?:\.\d+)?([sbdiuxXocq]))/g,
      (part, kind: string | undefined) => {
        if (kind === undefined) return '%'
        const value = values[next++]?.text ?? ''
        return kind === 'b' ? decodeEscapes(value) : formatValue(part, kind, value)
      },
    )
  } while (next > 0 && next < values.length && text.length < 20_000)
  return { ...all, text: decodeEscapes(text) }
}

function formatValue(_format: string, kind: string, value: string): string {
  if (kind === 'x') return Number(value).toString(16)
  if (kind === 'o') return Number(value).toString(8)
  return kind === 'c' ? value.slice(0, 1) : value
}

export const head: Output = (invocation, context) => {
  const args = readArguments(invocation.argv.slice(1), { short: 'nc', long: ['bytes', 'lines'] })
  const count = Number(optionValues(args, 'c', 'bytes')[0]?.text)
  const input = inputOf(invocation, context, args.operands)
  return count > 0 && isKnown(input)
    ? withText(input, input.text.slice(0, count), 'generated')
    : selection('nc')(invocation, context)
}

export const cut: Output = (invocation, context) => {
  const args = readArguments(invocation.argv.slice(1), {
    short: 'dfbc',
    long: ['delimiter', 'fields', 'bytes', 'characters'],
  })
  const input = inputOf(invocation, context, args.operands)
  const [from, to = from] = (optionValues(args, 'c', 'b', 'f')[0]?.text ?? '').split('-').map(Number)
  if (!isKnown(input) || !from || !to || input.text.trimEnd().includes('\n'))
    return withText(input, UNKNOWN, 'generated')
  const delimiter = optionValues(args, 'd')[0]?.text ?? '\t'
  if (findOption(args, 'f'))
    return withText(
      input,
      input.text
        .trimEnd()
        .split(delimiter)
        .slice(from - 1, to)
        .join(delimiter),
      'generated',
    )
  return withText(input, input.text.slice(from - 1, to), 'generated')
}

export const path: Output = ({ argv, cwd }) => {
  if (argv.length === 1) return cwd === undefined ? unknownData : fromText(cwd)
  const operand = argv.at(-1)
  return operand ? withText(operand, UNKNOWN) : unknownData
}

export const dirname: Output = ({ argv }) => {
  const [operand] = readArguments(argv.slice(1)).operands
  return operand ? withText(operand, operand.text.replace(/\/[^/]*$/, '') || '.') : unknownData
}

export const basename: Output = ({ argv }) => {
  const [operand, suffix] = readArguments(argv.slice(1)).operands
  if (!operand) return unknownData
  const name = operand.text
    .slice(-4_096)
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//, '')
  return withText(operand, suffix && name.endsWith(suffix.text) ? name.slice(0, -suffix.text.length) : name)
}

/** Models `sed`. Supports only a single plain substitution. */
export const sed: Output = (invocation, context) => {
  const args = readArguments(invocation.argv.slice(1), { short: 'ef', long: ['expression', 'file'] })
  const scripts = optionValues(args, 'e', 'expression')
  const script = scripts[0] ?? args.operands[0]
  const input = inputOf(invocation, context, scripts.length > 0 ? args.operands : args.operands.slice(1))
  const match = /^s([/|#,@])([\w .-]*)\1([\w ./-]*)\1(g?)$/.exec(script?.text ?? '')
  if (!match || !isKnown(input) || scripts.length > 1 || match[2]?.includes('.'))
    return withText(input, UNKNOWN, 'generated')
  const [, , from = '', to = '', flag] = match
  return withText(
    input,
    flag === 'g' ? input.text.replaceAll(from, () => to) : input.text.replace(from, () => to),
    'generated',
  )
}
