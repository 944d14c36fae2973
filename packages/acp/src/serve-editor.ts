import type { EditorConnection, EditorStreams } from './contracts/editor-connection.js'
import type { EditorHost } from './contracts/editor-host.js'

/**
 * Serves an editor: an agent of the Agent Client Protocol, version 1, with one JSON message per line. The protocol's SDK is loaded here.
 *
 * @example
 * ```ts
 * await using connection = await serveEditor(host, { input: Readable.toWeb(stdin), output: Writable.toWeb(stdout) })
 * await connection.closed
 * ```
 */
export async function serveEditor(host: EditorHost, streams: EditorStreams): Promise<EditorConnection> {
  const { connectAgent } = await import('./agent/connect-agent.js')
  return connectAgent(host, streams)
}
