import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { codeOf, shellQuote } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import type { Service, Step } from './managers/service.js'
import { runProgram } from './run-program.js'
import { stepError } from './step-error.js'

export interface ServiceIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
}

/** Writes and registers a service, and prints what changed. Repeating it changes nothing. */
export async function installService(service: Service, { env, print }: ServiceIo): Promise<void> {
  const { file, text } = service
  const old = await installedText(service)
  if (old !== text) await writeText(service, text)
  try {
    await runSteps(service.register, env)
  } catch (error) {
    if (old === undefined) await rm(file, { force: true })
    else if (old !== text) await writeText(service, old)
    throw error
  }
  if (old === text) print(`${file} is up to date.`)
  else print(`${old === undefined ? 'Wrote' : 'Changed'} ${file}${old === undefined ? '' : ':'}`)
  if (old !== undefined) for (const line of changedLines(old, text)) print(line)
  if (service.advice) print(service.advice)
}

/** Stops, unregisters and removes a service. Resolves to `false` if there is none. */
export async function uninstallService(service: Service, { env, print }: ServiceIo): Promise<boolean> {
  if ((await installedText(service)) === undefined) return false
  await runSteps(service.unregister, env)
  await rm(service.file, { force: true })
  await runSteps(service.forget, env)
  print(`Removed ${service.file}`)
  return true
}

/** Prints what {@link installService} would do: the file and the commands. */
export function describeInstallation({ file, text, register }: Service): string {
  const commands = register.map(({ argv }) => `# ${argv.map(shellQuote).join(' ')}`)
  return [`# ${file}`, text.trimEnd(), ...commands].join('\n')
}

/**
 * Runs the steps of a service manager.
 * @param limitMs How long each step may take, in milliseconds. Default: two minutes.
 * @throws {HermesError} with the output of the manager.
 */
export async function runSteps(steps: readonly Step[], env: ServiceIo['env'], limitMs?: number): Promise<void> {
  for (const step of steps) {
    const ran = await runProgram(step.argv, env, limitMs)
    if (ran.code !== 0 && !step.mayFail) throw stepError(step, ran)
  }
}

/** Returns the text of the installed service, or `undefined` if there is none. */
export async function installedText({
  file,
  encoding,
}: Pick<Service, 'file' | 'encoding'>): Promise<string | undefined> {
  return encoding === 'utf8' ? readOptional(file) : (await readFile(file).catch(() => undefined))?.toString(encoding)
}

async function writeText({ file, encoding }: Service, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, encoding)
  } catch (cause) {
    const isRefused = codeOf(cause) === 'EACCES' || codeOf(cause) === 'EROFS'
    const advice = isRefused ? 'run it as root, or without --system' : 'check the folder'
    throw new HermesError('gateway/service', `${file} cannot be written: ${advice}.`, { cause })
  }
}

function changedLines(old: string, text: string): readonly string[] {
  const [before, after] = [old.split('\n'), text.split('\n')]
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ]
}
