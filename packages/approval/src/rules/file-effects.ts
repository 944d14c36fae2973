import { posix } from 'node:path'
import { fromText, type Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'
import { findOption, optionValues, readArguments } from '../words/options.js'

type Effect = (argv: readonly Word[]) => readonly Word[]

/** Reads sources followed by a target file or folder: `cp a b dir/`. */
function lastOperand(valueOptions = ''): Effect {
  return (argv) => {
    const args = readArguments(argv, {
      short: `t${valueOptions}`,
      long: ['target-directory', 'suffix', 'mode', 'owner', 'group'],
    })
    const [folder] = optionValues(args, 't', 'target-directory')
    const target = folder ?? (args.operands.length > 1 ? args.operands.at(-1) : undefined)
    if (!target) return []
    const sources = folder ? args.operands : args.operands.slice(0, -1)
    const inFolder = sources.map((source) => ({ ...target, text: `${target.text}/${posix.basename(source.text)}` }))
    return [target, ...inFolder]
  }
}

function operands(valueOptions = '', long: readonly string[] = []): Effect {
  return (argv) => readArguments(argv, { short: valueOptions, long }).operands
}

function options(...names: readonly string[]): Effect {
  return (argv) => {
    const short = names.filter((name) => name.length === 1).join('')
    return optionValues(readArguments(argv, { short, long: names.filter((name) => name.length > 1) }), ...names)
  }
}

const inPlace: Effect = (argv) => {
  const args = readArguments(argv, { short: 'ef', long: ['expression', 'file'] })
  if (!findOption(args, 'i', 'in-place') && !argv.some((word) => /^-[a-zA-Z]*i/.test(word.text))) return []
  return optionValues(args, 'e', 'expression').length > 0 ? args.operands : args.operands.slice(1)
}

const link: Effect = (argv) => {
  const { operands: names } = readArguments(argv, { short: 'tS', long: ['target-directory', 'suffix'] })
  return names.length > 1 ? names.slice(-1) : []
}

const ddOutput: Effect = (argv) =>
  argv.flatMap((word) => (word.text.startsWith('of=') ? [{ ...word, text: word.text.slice(3) }] : []))

const extraction: Effect = (argv) => {
  const args = readArguments(argv, { short: 'Cfd', long: ['directory', 'file', 'one-top-level'] })
  const isExtracting = findOption(args, 'x', 'extract', 'get') || /^-?[a-z]*x/.test(argv[0]?.text ?? '')
  return isExtracting ? optionValues(args, 'C', 'directory') : []
}

const archiveFile: Effect = (argv) => {
  const isCreating = argv.some(
    (word, index) => /^--create$/.test(word.text) || (index === 0 && /^-?[a-z]*c/.test(word.text)),
  )
  return isCreating ? options('f', 'file')(argv) : []
}

const writers: ReadonlyMap<string, readonly Effect[]> = new Map<string, readonly Effect[]>([
  ['tee', [operands()]],
  ['sponge', [operands()]],
  ['cp', [lastOperand('S')]],
  ['mv', [lastOperand('S')]],
  ['install', [lastOperand('mogS')]],
  ['rsync', [lastOperand('efB')]],
  ['scp', [lastOperand('cFiJloPS')]],
  ['ln', [link]],
  ['dd', [ddOutput]],
  ['sed', [inPlace]],
  ['gsed', [inPlace]],
  ['ruby', [inPlace]],
  ['yq', [inPlace]],
  ['perl', [inPlace]],
  ['truncate', [operands('sr', ['size', 'reference'])]],
  ['touch', [operands('dtr', ['date', 'reference'])]],
  ['mkdir', [operands('m', ['mode'])]],
  ['shred', [operands('ns', ['iterations', 'size'])]],
  ['patch', [operands('idpo', ['input', 'directory', 'strip'])]],
  ['curl', [options('o', 'output', 'output-dir')]],
  ['wget', [options('O', 'P', 'output-document', 'directory-prefix')]],
  ['tar', [extraction, archiveFile]],
  ['bsdtar', [extraction]],
  ['unzip', [options('d')]],
  ['sort', [options('o', 'output')]],
  ['openssl', [(argv) => argv.filter((_, index) => argv[index - 1]?.text === '-out')]],
  ['ed', [operands('p')]],
  ['vim', [operands('cSuTpsw', ['cmd'])]],
  ['vi', [operands('c')]],
  ['ex', [operands('cS')]],
  ['nvim', [operands('cS', ['cmd'])]],
  ['nano', [operands('')]],
  ['visudo', [() => [fromText('/etc/sudoers')]]],
  ['vipw', [() => [fromText('/etc/passwd')]]],
  ['update-alternatives', [() => [fromText('/etc/alternatives')]]],
  ['chattr', [operands('vp')]],
])

const removers: ReadonlyMap<string, Effect> = new Map([
  ['rm', operands()],
  ['unlink', operands()],
  ['rmdir', operands()],
  ['shred', operands('ns', ['iterations', 'size'])],
  [
    'mv',
    (argv: readonly Word[]) => readArguments(argv, { short: 'tS', long: ['target-directory'] }).operands.slice(0, -1),
  ],
])

/** Returns the files and folders that an invocation writes, through redirections or by itself. */
export function writtenFiles({ name, argv, redirects }: Invocation): readonly Word[] {
  const redirected = redirects.filter(({ operator }) => operator.includes('>')).map(({ target }) => target)
  const byProgram = (writers.get(name) ?? []).flatMap((effect) => effect(argv.slice(1)))
  return [...redirected, ...byProgram.filter((word) => !/^[\w.-]+(?:@[\w.-]*)?:/.test(word.text))]
}

/** Returns the files and folders that an invocation removes or moves away. */
export function removedFiles({ name, argv }: Invocation): readonly Word[] {
  return removers.get(name)?.(argv.slice(1)) ?? []
}
