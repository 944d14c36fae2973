import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf } from '@hermes/safety'
import { readDocument, toSkillName } from '@hermes/skills'
import type { PortableCommand } from './portable-plugin.js'

const most = { commands: 200, chars: 200_000 }

export interface FoundCommands {
  readonly commands: readonly PortableCommand[]
  readonly unsupported: readonly string[]
}

/** Keys of a command that have no effect in Hermes. */
const withoutEffect = ['allowed-tools', 'model', 'agent', 'context', 'hooks', 'disable-model-invocation'] as const

/** Reads commands from files and folders. Each `.md` file is a command, and a folder becomes part of its name. */
export async function readCommands(root: string, places: readonly string[]): Promise<FoundCommands> {
  const commands: PortableCommand[] = []
  const unsupported: string[] = []
  for (const place of places) {
    for (const path of await documentsIn(root, place)) {
      const inner = path.startsWith(`${place}/`) ? path.slice(place.length + 1) : basename(path)
      const name = inner.replace(/\.md$/, '').split('/').map(toSkillName).join(':')
      const { values, body, description } = await readDocument(
        (await readFile(join(root, path), 'utf8')).slice(0, most.chars),
      )
      const hint = values['argument-hint']
      const usage = typeof hint === 'string' ? hint : Array.isArray(hint) ? `[${hint.join(', ')}]` : undefined
      commands.push({ name, description, file: path, ...(usage !== undefined && { usage }) })
      const ignored = withoutEffect.filter((key) => values[key] !== undefined)
      if (ignored.length > 0) unsupported.push(`${path}: ${ignored.join(', ')}`)
      if (/!`[^`\n]+`/.test(body)) unsupported.push(`${path}: commands in its text`)
    }
  }
  const named = new Map(commands.filter(({ name }) => /^[a-z0-9]/.test(name)).map((each) => [each.name, each]))
  return { commands: [...named.values()].slice(0, most.commands), unsupported }
}

/** Returns the text of a command without its frontmatter, filled with what the person has written after its name. */
export async function fillCommand(text: string, args: string): Promise<string> {
  const { body } = await readDocument(text.slice(0, most.chars))
  const words = args.trim() === '' ? [] : args.trim().split(/\s+/)
  let isUsed = false
  const filled = body.replaceAll(
    /\$(?:ARGUMENTS(?:\[(\d{1,2})\])?|(\d{1,2})(?!\d))/g,
    (_, index?: string, at?: string) => {
      isUsed = true
      if (index !== undefined) return words[Number(index)] ?? ''
      return at === undefined ? args.trim() : (words[Number(at) - 1] ?? '')
    },
  )
  return isUsed || words.length === 0 ? filled.trim() : `${filled.trim()}\n\n${args.trim()}`
}

async function documentsIn(root: string, place: string): Promise<readonly string[]> {
  if (place.endsWith('.md')) return [place]
  try {
    const names = await readdir(join(root, place), { recursive: true })
    return names
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => `${place}/${name.replaceAll('\\', '/')}`)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}
