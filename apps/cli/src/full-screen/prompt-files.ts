import type { PromptFiles } from '@hermes/tui'
import { createFileList } from '../chat/files/file-list.js'
import type { OpenFolder } from '../server/rpc-host.js'

/** Reads the files of the folders opened by a server in this process, in the environment of their agents' commands. */
export function promptFiles(folderOf: (workingDirectory: string) => OpenFolder | undefined): PromptFiles {
  const lists = new WeakMap<OpenFolder, ReturnType<typeof createFileList>>()
  return {
    async suggest(workingDirectory, query) {
      const folder = folderOf(workingDirectory)
      if (!folder) return []
      const list = lists.get(folder) ?? createFileList(folder.environment)
      lists.set(folder, list)
      return list(query)
    },
    async attach(workingDirectory, text) {
      const folder = folderOf(workingDirectory)
      if (!folder) return { content: text, problems: [] }
      const { withMentions } = await import('../chat/files/file-mentions.js')
      const { environment, paths, config } = folder
      return withMentions(text, {
        environment,
        agentHome: paths.home,
        mode: config.security.workspace_only ? 'workspace-only' : 'default',
      })
    },
  }
}
