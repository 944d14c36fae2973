import { posix } from 'node:path'
import type { Word } from '../words/data.js'
import { findOption, optionValues, readArguments } from '../words/options.js'
import type { Subject } from './rule.js'

type Named = (subject: Subject) => readonly Word[]

const owners = new Set(['chmod', 'chown', 'chgrp', 'chattr', 'setfacl'])

/** Returns the files whose owner or permissions change, without the mode or owner that comes first. */
const owned: Named = ({ invocation: { name, argv } }) =>
  owners.has(name) ? readArguments(argv.slice(1)).operands.slice(1) : []

/** Returns the sources of hard links: what is written through the new name changes them. */
const linked: Named = ({ invocation: { name, argv } }) => {
  if (name !== 'ln' && name !== 'cp' && name !== 'link') return []
  const args = readArguments(argv.slice(1), { short: 'tS', long: ['target-directory', 'suffix'] })
  const isHard = name === 'cp' ? findOption(args, 'l', 'link') : !findOption(args, 's', 'symbolic')
  if (!isHard) return []
  const intoFolder = optionValues(args, 't', 'target-directory').length > 0 || args.operands.length === 1
  return intoFolder ? args.operands : args.operands.slice(0, -1)
}

/** Returns the files outside that the program changes without writing their content. */
export function touchedFiles(subject: Subject): readonly string[] {
  return [owned, linked].flatMap((named) => named(subject).flatMap((word) => subject.resolve(word) ?? []))
}

/** Whether the program unpacks to the places that the archive names, as `tar -P` does. */
export function unpacksAnywhere({ invocation: { name, argv } }: Subject): boolean {
  if (name !== 'tar' && name !== 'gtar' && name !== 'bsdtar') return false
  const args = readArguments(argv.slice(1), { short: 'Cfd', long: ['directory', 'file', 'one-top-level'] })
  const cluster = /^[a-zA-Z]+$/.exec(argv[1]?.text ?? '')?.[0] ?? ''
  const isExtracting = findOption(args, 'x', 'extract', 'get') !== undefined || cluster.includes('x')
  return isExtracting && (findOption(args, 'P', 'absolute-names') !== undefined || cluster.includes('P'))
}

/** Variables that make every program started later load or run a file, or make git read settings. */
const loading =
  /^(?:LD_(?:PRELOAD|AUDIT|DEBUG_OUTPUT)|DYLD_INSERT_LIBRARIES|BASH_ENV|GIT_CONFIG_(?:COUNT|PARAMETERS))(?:=(?!$)|$)/
const declaring = new Set(['export', 'declare', 'typeset', 'readonly'])

/** Whether variables of this command or of later ones make programs load a file. */
export function loadsByVariable({ invocation: { name, argv, environment } }: Subject): boolean {
  return (
    (declaring.has(name) && argv.some(({ text }) => loading.test(text))) ||
    [...environment].some(
      ([variable, { text }]) => /^(?:LD_|DYLD_)/.test(variable) && loading.test(`${variable}=${text}`),
    )
  )
}

/** Programs that read a folder recursively, and the option that makes them do so. */
const recursive: Readonly<Record<string, RegExp>> = {
  grep: /^-\w*[rR]|^--(?:dereference-)?recursive$/,
  rg: /^/,
  ag: /^/,
  cp: /^-\w*[rRa]|^--(?:recursive|archive)$/,
  rsync: /^-\w*[ra]|^--(?:recursive|archive)$/,
  tar: /^-?\w*[cr]|^--(?:create|append)$/,
  zip: /^-\w*r|^--recurse-paths$/,
  find: /^-(?:exec|execdir|ok|okdir)$/,
  fd: /^(?:-[xX]|--exec(?:-batch)?)$/,
}

/** Whether the program reads a whole folder that contains credential stores or the agent's keys. */
export function readsCredentialFolder({ invocation: { name, argv }, args, paths, resolve }: Subject): boolean {
  const option = recursive[name]
  if (!option || !args.some((arg) => option.test(arg))) return false
  const holdsCredentials = (path: string) =>
    paths.isCredential(posix.join(path, '.ssh/id_ed25519')) || paths.belowAgentHome(path) !== undefined
  return argv.slice(1).some((word) => /[/~]|^\./.test(word.text) && holdsCredentials(resolve(word) ?? '/nowhere'))
}
