import { findOption, optionValues, readArguments } from '../options.js'
import {
  type Data,
  fromText,
  isKnown,
  join,
  noData,
  type Origin,
  UNKNOWN,
  unknownData,
  type Word,
  withText,
} from './data.js'
import { decodeEscapes } from './escapes.js'
import type { Invocation } from './invocation.js'

/** What the model of a program's output may look at. */
export interface OutputContext {
  readFile(word: Word): Data | undefined
  holdsSecrets(word: Word): boolean
}

type Output = (invocation: Invocation, context: OutputContext) => Data

const generated: Data = { ...unknownData, origin: 'generated' }
const remote: Data = { ...unknownData, origin: 'remote' }
const decoded: Data = { ...unknownData, origin: 'decoded' }

const echo: Output = ({ argv }) => {
  const first = argv.findIndex((word, index) => index > 0 && !/^-[neE]+$/.test(word.text))
  const flags = argv.slice(1, first < 0 ? undefined : first).map((word) => word.text)
  const text = join(first < 0 ? [] : argv.slice(first), ' ')
  const isEscaped = flags.some((flag) => flag.includes('e'))
  const content = isEscaped && text.text.includes('\\') ? decodeEscapes(text.text) : text.text
  return { ...text, text: flags.some((flag) => flag.includes('n')) ? content : `${content}\n` }
}

const printf: Output = ({ argv }) => {
  const [format, ...values] = argv[1]?.text === '--' ? argv.slice(2) : argv.slice(1)
  if (!format || format.text === '-v') return noData
  const all = join([format, ...values])
  let text = ''
  let next = 0
  do {
    text += format.text.replace(/%(?:%|[-+ 0#]*\d*(?:\.\d+)?([sbdiuxXocq]))/g, (part, kind: string | undefined) => {
      if (kind === undefined) return '%'
      const value = values[next++]?.text ?? ''
      return kind === 'b' ? decodeEscapes(value) : formatValue(part, kind, value)
    })
  } while (next > 0 && next < values.length && text.length < 20_000)
  return { ...all, text: decodeEscapes(text) }
}

function formatValue(_format: string, kind: string, value: string): string {
  if (kind === 'x') return Number(value).toString(16)
  if (kind === 'o') return Number(value).toString(8)
  return kind === 'c' ? value.slice(0, 1) : value
}

/** The input, or the files that are named: `cat`, and filters where only the origin matters. */
function inputOf(invocation: Invocation, context: OutputContext, operands: readonly Word[]): Data {
  const files = operands.filter((word) => word.text !== '-')
  if (files.length === 0) return invocation.stdin ?? unknownData
  return join(files.map((word) => readInput(word, context)))
}

function readInput(word: Word, context: OutputContext): Data {
  const content = word.content ?? context.readFile(word)
  if (content) return content
  return { ...unknownData, origin: 'file', secret: context.holdsSecrets(word) }
}

const cat: Output = (invocation, context) =>
  inputOf(invocation, context, readArguments(invocation.argv.slice(1)).operands)

/** A filter whose result is not followed. */
function filter(origin: Origin, valueOptions = '', operandsBefore = 0): Output {
  return (invocation, context) => {
    const { operands } = readArguments(invocation.argv.slice(1), { short: valueOptions })
    const input = inputOf(invocation, context, operands.slice(operandsBefore))
    return withText(input, UNKNOWN, origin)
  }
}

/** A filter that keeps the lines that it shows: a single line goes through unchanged. */
function selection(valueOptions: string, operandsBefore = 0): Output {
  return (invocation, context) => {
    const { operands } = readArguments(invocation.argv.slice(1), { short: valueOptions })
    const input = inputOf(invocation, context, operands.slice(operandsBefore))
    const isOneLine = isKnown(input) && !input.text.trimEnd().includes('\n')
    return isOneLine ? input : withText(input, UNKNOWN, input.origin === 'command' ? 'generated' : input.origin)
  }
}

/** A program that turns its input back from another form, where the form can be computed here. */
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

const head: Output = (invocation, context) => {
  const args = readArguments(invocation.argv.slice(1), { short: 'nc', long: ['bytes', 'lines'] })
  const count = Number(optionValues(args, 'c', 'bytes')[0]?.text)
  const input = inputOf(invocation, context, args.operands)
  return count > 0 && isKnown(input)
    ? withText(input, input.text.slice(0, count), 'generated')
    : selection('nc')(invocation, context)
}

const cut: Output = (invocation, context) => {
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

const fromBase64 = (text: string) => Buffer.from(text.replace(/\s+/g, ''), 'base64').toString()
const fromHex = (text: string) => Buffer.from(text.replace(/[^0-9a-fA-F]/g, ''), 'hex').toString()

const openssl: Output = (invocation, context) => {
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

const rev: Output = (invocation, context) => {
  const input = cat(invocation, context)
  const reversed = input.text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n')
  return withText(input, isKnown(input) ? reversed : UNKNOWN, 'decoded')
}

const tr: Output = ({ argv, stdin }) => {
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

const which: Output = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1))
  return operands[0] ?? generated
}

const command: Output = (invocation, context) =>
  /^-[vV]$/.test(invocation.argv[1]?.text ?? '') ? which(invocation, context) : generated

const environment: Output = ({ argv }) => (argv.length <= 1 ? { ...generated, secret: true } : { ...generated })

const printenv: Output = ({ argv }) => ({
  ...unknownData,
  secret: argv.length <= 1 || /KEY|TOKEN|SECRET|PASS/i.test(argv[1]?.text ?? ''),
})

const path: Output = ({ argv, cwd }) => {
  if (argv.length === 1) return cwd === undefined ? unknownData : fromText(cwd)
  const operand = argv.at(-1)
  return operand ? withText(operand, UNKNOWN) : unknownData
}

const dirname: Output = ({ argv }) => {
  const [operand] = readArguments(argv.slice(1)).operands
  return operand ? withText(operand, operand.text.replace(/\/[^/]*$/, '') || '.') : unknownData
}

const basename: Output = ({ argv }) => {
  const [operand, suffix] = readArguments(argv.slice(1)).operands
  if (!operand) return unknownData
  const name = operand.text.replace(/\/+$/, '').replace(/^.*\//, '')
  return withText(operand, suffix && name.endsWith(suffix.text) ? name.slice(0, -suffix.text.length) : name)
}

/** Only as far as a single plain substitution. */
const sed: Output = (invocation, context) => {
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

const archive: Output = (invocation, context) => {
  const operands = invocation.argv.slice(1)
  return {
    ...unknownData,
    origin: 'generated',
    secret: operands.some((word) => context.holdsSecrets(word)) || invocation.stdin?.secret === true,
  }
}

/** Which processes these are is not known, but what they are called: enough for whoever gets the list. */
const processList: Output = ({ argv }) => {
  const pattern = readArguments(argv.slice(1)).operands[0]
  return pattern ? withText(pattern, `${UNKNOWN}${pattern.text}`) : unknownData
}

const git: Output = ({ argv }) =>
  argv.some((word) => word.text === 'show' || word.text === 'cat-file') ? { ...unknownData, origin: 'file' } : generated

/** Programs that are made to be evaluated: `eval "$(ssh-agent -s)"`. */
const initializers =
  /^(?:ssh-agent|gpg-agent|keychain|pyenv|rbenv|nodenv|goenv|jenv|nvm|fnm|volta|mise|rtx|asdf|direnv|brew|starship|zoxide|atuin|fzf|mcfly|thefuck|conda|micromamba|opam|luarocks|dircolors|lesspipe|docker-machine|minikube|resize|stty|tset|register-python-argcomplete|getopt|module|lmod|shellcheck)$/

const outputs: ReadonlyMap<string, Output> = new Map(
  Object.entries<Output>({
    echo,
    printf,
    cat,
    bat: cat,
    tac: selection(''),
    tee: ({ stdin }) => stdin ?? unknownData,
    pv: ({ stdin }) => stdin ?? unknownData,
    head,
    tail: selection('ncs'),
    sort: selection('kto'),
    uniq: selection('fsw'),
    grep: selection('ABCmef', 1),
    egrep: selection('ABCmef', 1),
    rg: selection('ABCmefgt', 1),
    cut,
    awk: filter('generated', 'Fv', 1),
    gawk: filter('generated', 'Fv', 1),
    jq: filter('generated', '', 1),
    yq: filter('generated', '', 1),
    fold: selection('w'),
    nl: filter('generated'),
    paste: filter('generated', 'd'),
    column: filter('generated', 'st'),
    less: cat,
    more: cat,
    strings: filter('generated', 'n'),
    sed,
    rev,
    tr,
    base64: decoder((args) => findOption(args, 'd', 'D', 'decode') !== undefined, fromBase64),
    base32: decoder(
      (args) => findOption(args, 'd', 'decode') !== undefined,
      () => UNKNOWN,
    ),
    basenc: decoder(
      (args) => findOption(args, 'd', 'decode') !== undefined,
      () => UNKNOWN,
    ),
    xxd: decoder((args) => findOption(args, 'r', 'revert') !== undefined, fromHex),
    uudecode: () => decoded,
    gunzip: filter('decoded'),
    zcat: filter('decoded'),
    bzcat: filter('decoded'),
    xzcat: filter('decoded'),
    zstdcat: filter('decoded'),
    gzip: (invocation, context) =>
      invocation.argv.some((word) => /^-\w*d|^--decomp/.test(word.text))
        ? filter('decoded')(invocation, context)
        : archive(invocation, context),
    unxz: filter('decoded'),
    bunzip2: filter('decoded'),
    gpg: (invocation, context) =>
      invocation.argv.some((word) => /^(?:-d|--decrypt)$/.test(word.text)) ? decoded : archive(invocation, context),
    od: filter('generated', 'AtjN'),
    hexdump: filter('generated', 'ens'),
    openssl,
    tar: archive,
    zip: archive,
    '7z': archive,
    curl: () => remote,
    wget: () => remote,
    fetch: () => remote,
    http: () => remote,
    https: () => remote,
    aria2c: () => remote,
    lynx: () => remote,
    w3m: () => remote,
    links: () => remote,
    nc: () => remote,
    ncat: () => remote,
    netcat: () => remote,
    telnet: () => remote,
    socat: () => remote,
    dig: () => remote,
    nslookup: () => remote,
    host: () => remote,
    ftp: () => remote,
    lwp_request: () => remote,
    GET: () => remote,
    rclone: () => remote,
    aws: ({ argv }) =>
      argv.some((word) => word.text === 'cp' || word.text === 'get-secret-value') ? remote : generated,
    gsutil: () => remote,
    gh: ({ argv }) => (argv.some((word) => /^(?:api|gist)$/.test(word.text)) ? remote : generated),
    which,
    type: which,
    command,
    env: environment,
    printenv,
    set: environment,
    export: environment,
    pwd: path,
    realpath: path,
    readlink: path,
    mktemp: () => ({ ...unknownData, text: `/tmp/${UNKNOWN}` }),
    dirname,
    basename,
    pgrep: processList,
    pidof: processList,
    git,
    true: () => noData,
    ':': () => noData,
  }),
)

/** What can be known of a program's output before it runs. */
export function outputOf(invocation: Invocation, context: OutputContext): Data {
  const { name, argv } = invocation
  if (initializers.test(name)) return noData
  if (
    argv.some((word) => /^(?:completion|completions|shellenv|shell-init|init)$/.test(word.text)) &&
    !outputs.has(name)
  )
    return noData
  return outputs.get(name)?.(invocation, context) ?? generated
}
