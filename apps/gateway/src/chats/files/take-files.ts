import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { isInside, refusalOf } from '@hermes/safety/protect'
import type { OutboundPath } from '../network/payload.js'
import { fileTypeOf } from './file-type-of.js'

/** What decides which files may be sent. Absolute. */
export interface SentFiles {
  readonly workingDirectory: string
  /** The home of Hermes. Nothing else is sent from here. */
  readonly home: string
  /** What the agent said. */
  readonly spoken: string
  /** The user's own folder, whose keys are not sent. */
  readonly userFolder: string
}

/** A text without the lines `MEDIA:/path`, and the files that they name. A line whose file may not be sent stays. */
export function takeFiles(
  text: string,
  folders: SentFiles,
): { readonly text: string; readonly files: readonly OutboundPath[] } {
  const files: OutboundPath[] = []
  const lines = text.split('\n').filter((line) => {
    const [, path] = /^\s*MEDIA:(\S[^\n]*)$/.exec(line) ?? []
    const file = path === undefined ? undefined : fileAt(path.trim(), folders)
    if (file) files.push(file)
    return file === undefined
  })
  return { text: lines.join('\n'), files }
}

/** Only files of the working folder and of temporary folders leave the machine, and of these none that the file tools would not read. */
function fileAt(given: string, { workingDirectory, home, spoken, userFolder }: SentFiles): OutboundPath | undefined {
  const path = resolve(workingDirectory, given)
  if (!existsSync(path)) return undefined
  const real = realpathSync(path)
  const isWithin = (folder: string) => existsSync(folder) && isInside(real, realpathSync(folder))
  if (!statSync(real).isFile()) return undefined
  if (isWithin(spoken)) return { path: real, ...fileTypeOf(real) }
  const isOpen = (isWithin(workingDirectory) || isWithin(tmpdir())) && !isWithin(home)
  if (!isOpen) return undefined
  const rules = { home: userFolder, agentHome: home, workspace: workingDirectory, mode: 'default' } as const
  if (refusalOf('read', real, rules) !== undefined) return undefined
  return { path: real, ...fileTypeOf(real) }
}
