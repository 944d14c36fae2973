import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MemoryTarget } from '@hermes/memory'
import type { Io } from '../../io.js'

/** Another agent whose notes and skills can be imported. */
export interface ForeignProgram {
  readonly title: string
  /** The environment variable that names its home. */
  readonly variable: string
  /** Its default home, in that of the user. */
  readonly folder: string
  /** Where its notes are, in the order in which they are imported: for each, the first file that exists. */
  readonly notes: readonly NotePlace[]
  /** Whether it reads `~/.agents/skills`, too. */
  readonly sharesSkills: boolean
  /** Its logs of conversations. */
  readonly logs: string
  /** Entries of its home that people may miss. */
  readonly missed: RegExp
}

export interface NotePlace {
  readonly target: MemoryTarget
  /** Glob patterns below its home. */
  readonly patterns: readonly string[]
}

/** By the name on the command line. Sources: the pages on memory of both programs. */
export const foreignPrograms: ReadonlyMap<string, ForeignProgram> = new Map<string, ForeignProgram>([
  [
    'claude-code',
    {
      title: 'Claude Code',
      variable: 'CLAUDE_CONFIG_DIR',
      folder: '.claude',
      notes: [
        { target: 'user', patterns: ['CLAUDE.md'] },
        { target: 'user', patterns: ['rules/**/*.md'] },
        { target: 'memory', patterns: ['projects/*/memory/*.md'] },
      ],
      sharesSkills: false,
      logs: 'projects',
      missed: /^(settings(\.local)?\.json|commands|agents|hooks|plugins|output-styles)$/,
    },
  ],
  [
    'codex',
    {
      title: 'Codex',
      variable: 'CODEX_HOME',
      folder: '.codex',
      notes: [
        { target: 'user', patterns: ['AGENTS.override.md', 'AGENTS.md'] },
        { target: 'memory', patterns: ['memories/memory_summary.md'] },
      ],
      sharesSkills: true,
      logs: 'sessions',
      missed: /^(config\.toml|auth\.json|prompts|rules|agents|hooks\.json)$/,
    },
  ],
])

/** The home of the program: named on the command line, by its variable, or its default. */
export function homeOf({ variable, folder }: ForeignProgram, io: Io, named: string | undefined): string {
  return resolve(io.workingDirectory, named ?? (io.env[variable] || join(userHome(io), folder)))
}

export function userHome({ env }: Io): string {
  return env.HOME || homedir()
}
