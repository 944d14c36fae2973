/** `npm start -- --install`: a `hermes` command that runs this clone from every folder. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { node, root } from './toolchain.mjs'

const isWindows = process.platform === 'win32'
const fileName = isWindows ? 'hermes.cmd' : 'hermes'
const mark = 'npm start -- --install'

/** The path of this clone's launcher; `undefined` if there is none. */
export function installedLauncher() {
  return candidates()
    .map(launcherIn)
    .find((file) => read(file)?.includes(root))
}

/** Writes the launcher. @returns sentences about what was written and what remains to do. */
export function installLauncher() {
  const folder = candidates().find(isUsable) ?? candidates()[0]
  const file = launcherIn(folder)
  const existing = read(file)
  if (existing !== undefined && !existing.includes(mark)) {
    throw new Error(`${file} is another program: remove or rename it, then run \`${mark}\` again.`)
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, isWindows ? batchFile() : shellScript())
  chmodSync(file, 0o755)
  const written = `Wrote ${file}, which runs the clone in ${root}. To uninstall, remove that file.`
  return isOnPath(folder) ? written : `${written}\n${folder} is not on your PATH. ${howToAdd(folder)}`
}

/** The usual folders for a user's programs, the preferred one first. */
function candidates() {
  const own = [join(homedir(), '.local', 'bin'), join(homedir(), 'bin')]
  return isWindows ? own : [...own, '/usr/local/bin']
}

function isUsable(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return isOnPath(folder) && (stats === undefined || isWindows || stats.uid === process.getuid())
}

function isOnPath(folder) {
  return (process.env.PATH ?? '').split(delimiter).includes(folder)
}

function launcherIn(folder) {
  return join(folder, fileName)
}

/** The clone's own Node, or the machine's until an update of the clone has installed one. */
function shellScript() {
  return `#!/bin/sh
# Written by \`${mark}\`.
node=${quoted(node)}
[ -x "$node" ] || node=node
exec "$node" ${quoted(join(root, 'scripts', 'start.mjs'))} "$@"
`
}

function batchFile() {
  return `@echo off\r
rem Written by \`${mark}\`.\r
set "node=${node}"\r
if not exist "%node%" set "node=node"\r
"%node%" "${join(root, 'scripts', 'start.mjs')}" %*\r
`
}

function howToAdd(folder) {
  return isWindows
    ? 'Add it in the settings of your account.'
    : `Add this line to the profile of your shell: export PATH="${folder}:$PATH"`
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function read(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined
}
