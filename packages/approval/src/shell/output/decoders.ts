import { isKnown, UNKNOWN, unknownData, withText } from '../../words/data.js'
import { decodeEscapes } from '../../words/escapes.js'
import { findOption, readArguments } from '../../words/options.js'
import { cat, filter, generated, inputOf, type Output, remote } from './output.js'

/** Models a program that decodes its input, where the result can be computed. */
function decoder(
  isDecoding: (args: ReturnType<typeof readArguments>) => boolean,
  decode: (text: string) => string,
): Output {
  return (invocation, context) => {
    const args = readArguments(invocation.argv.slice(1), { short: 'wiscl', long: ['wrap'] })
    if (!isDecoding(args)) return filter('generated', 'wiscl')(invocation, context)
    const input = inputOf(invocation, context, args.operands)
    return withText(input, isKnown(input) ? decode(input.text) : UNKNOWN, 'decoded')
  }
}

const fromBase64 = (text: string) => Buffer.from(text.replace(/\s+/g, ''), 'base64').toString()
const fromHex = (text: string) => Buffer.from(text.replace(/[^0-9a-fA-F]/g, ''), 'hex').toString()

export const base64 = decoder((args) => findOption(args, 'd', 'D', 'decode') !== undefined, fromBase64)
export const base32 = decoder(
  (args) => findOption(args, 'd', 'decode') !== undefined,
  () => UNKNOWN,
)
export const xxd = decoder((args) => findOption(args, 'r', 'revert') !== undefined, fromHex)

export const openssl: Output = (invocation, context) => {
  const { argv } = invocation
  if (/^s_client$/.test(argv[1]?.text ?? '')) return remote
  const isDecoding = argv.some((word) => word.text === '-d')
  if (!isDecoding) return generated
  const isBase64 = argv.some((word) => /^-?(?:base64|a)$/.test(word.text))
  const isCipher = argv.some((word) => /^-(?:aes|des|k|pass|K)/.test(word.text))
  const at = argv.findIndex((word) => word.text === '-in')
  const input = inputOf(invocation, context, at > 0 ? argv.slice(at + 1, at + 2) : [])
  return withText(input, isBase64 && !isCipher && isKnown(input) ? fromBase64(input.text) : UNKNOWN, 'decoded')
}

export const rev: Output = (invocation, context) => {
  const input = cat(invocation, context)
  const reversed = input.text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n')
  return withText(input, isKnown(input) ? reversed : UNKNOWN, 'decoded')
}

export const tr: Output = ({ argv, stdin }) => {
  const input = stdin ?? unknownData
  const args = readArguments(argv.slice(1))
  const [from, to] = args.operands.map((word) => expandSet(word.text))
  if (!isKnown(input) || from === undefined || findOption(args, 'c', 'C', 'complement', 's'))
    return withText(input, UNKNOWN, 'decoded')
  if (findOption(args, 'd', 'delete'))
    return withText(input, [...input.text].filter((letter) => !from.includes(letter)).join(''))
  const targets = [...(to ?? '')]
  const text = [...input.text].map((letter) => {
    const index = from.lastIndexOf(letter)
    return index < 0 ? letter : (targets[index] ?? targets.at(-1) ?? letter)
  })
  return withText(input, text.join(''), 'decoded')
}

function expandSet(set: string): string {
  return decodeEscapes(set.slice(0, 500))
    .replace(/\[:upper:\]/g, 'A-Z')
    .replace(/\[:lower:\]/g, 'a-z')
    .replace(/\[:space:\]/g, ' \t\n')
    .replace(/([\s\S])-([\s\S])/g, (_, first: string, last: string) => {
      const length = Math.max(0, Math.min(256, last.charCodeAt(0) - first.charCodeAt(0) + 1))
      return Array.from({ length }, (_unused, index) => String.fromCharCode(first.charCodeAt(0) + index)).join('')
    })
}
