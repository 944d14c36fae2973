import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { JsonObject, Message, Plugin } from '@hermes/core'
import type { CreateFeature, Host } from '../../host.js'
import { readFolderInstructions } from '../../prompt/context-file.js'

/** The names of arguments in which tools pass the file or folder they work on. */
const pathArguments = ['path', 'workdir', 'file_path', 'folder']
/** Folders that are not the project's own. Their instructions are for the people who work on them. */
const foreign: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  'vendor',
  '.venv',
  'venv',
  'site-packages',
  'dist',
])
/** The maximum number of characters. A folder's instructions are added to a result, so they get less room than those of the project. */
const maxChars = 8_000
const maxSessions = 1_000

export interface ProjectFilesSettings {
  /** The maximum number of characters of a project's file; 0 for none. */
  readonly maxChars: number
}

/** Adds the instructions of a subfolder to the result of the first tool that works in it. */
export const createProjectFiles: CreateFeature<ProjectFilesSettings> = async (host) => {
  const limit = Math.min(maxChars, host.settings.maxChars)
  const seen = new Map<string, Set<string>>()

  /** Returns the folders of a session whose instructions it has seen. The least recently created session is dropped first. */
  function foldersOf(sessionId: string): Set<string> {
    const folders = seen.get(sessionId) ?? new Set<string>()
    seen.set(sessionId, folders)
    const [oldest] = seen.keys()
    if (seen.size > maxSessions && oldest !== undefined) seen.delete(oldest)
    return folders
  }

  const transform: NonNullable<Plugin['hooks']>['transform_tool_result'] = async ({
    sessionId,
    args,
    isError,
    result,
  }) => {
    if (isError) return undefined
    const known = foldersOf(sessionId)
    const fresh = touchedFolders(args, host).filter((folder) => !known.has(folder))
    for (const folder of fresh) known.add(folder)
    const texts = await Promise.all(fresh.map((folder) => instructionsOf(folder, limit, host)))
    return withTexts(result.content, texts.filter(Boolean))
  }
  return {
    name: 'project-files',
    hooks: {
      transform_tool_result: transform,
      pre_compress: ({ sessionId }) => void seen.delete(sessionId),
    },
  }
}

/** Returns the folders from below the working folder down to what a call works on, outermost first. */
function touchedFolders(args: JsonObject, { environment: { workingDirectory } }: Pick<Host, 'environment'>): string[] {
  return pathArguments.flatMap((name) => {
    const value = args[name]
    if (typeof value !== 'string' || value === '') return []
    const steps = relative(workingDirectory, resolve(workingDirectory, value)).split(sep)
    if (steps[0] === '..' || isAbsolute(steps[0] ?? '') || steps.some((step) => foreign.has(step))) return []
    return steps.map((_, index) => join(workingDirectory, ...steps.slice(0, index + 1)))
  })
}

async function instructionsOf(
  path: string,
  limit: number,
  { environment, scan, logger }: Pick<Host, 'environment' | 'scan' | 'logger'>,
): Promise<string> {
  const { files, workingDirectory } = environment
  // A link may lead out of the project. The last segment may be a file.
  const folder = await files.resolve(path)
  if (relative(await files.resolve(workingDirectory), folder).startsWith('..')) return ''
  if (folder === workingDirectory || (await files.stat(folder))?.kind !== 'directory') return ''
  return readFolderInstructions(folder, {
    files,
    maxChars: limit,
    scan,
    onBlocked: (file, findings) =>
      logger.log('warn', `${file} was not shown: it looks like an attempt to manipulate the agent.`, {
        findings: [...findings],
      }),
  })
}

function withTexts(content: Message['content'], texts: readonly string[]) {
  if (texts.length === 0 || content === null) return undefined
  const text = texts.join('\n\n')
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text' as const, text }]
}
