import type { Plugin } from '@hermes/core'
import type { FileHistory } from './file-history.js'

/** Tools that count repetitions themselves. A call of any other tool resets the count. */
const counted: readonly string[] = ['read_file', 'search_files']

/** Creates a plugin that informs the file tools about other calls and about compression. */
export function fileMemory(history: FileHistory): Plugin {
  return {
    name: 'file-memory',
    hooks: {
      post_tool_call({ sessionId, call }) {
        if (!counted.includes(call.function.name)) history.interrupt(sessionId)
      },
      pre_compress: ({ sessionId }) => history.forget(sessionId),
    },
  }
}
