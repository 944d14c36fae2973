import type { Plugin } from '@hermes/core'
import type { FileHistory } from './file-history.js'

/** They count repetitions by themselves; a call of any other tool interrupts a row of them. */
const counted: readonly string[] = ['read_file', 'search_files']

/** Tells the file tools what else happens in a session. */
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
