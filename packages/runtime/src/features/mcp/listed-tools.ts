import { HermesError, type Logger, type Tool, type ToolContext } from '@hermes/core'
import { type McpServer, type ServerTool, toolsOf } from '@hermes/mcp'
import type { AskToAgree } from './agree/ask-to-agree.js'
import { describeReview, longestReview, toolChoices } from './agree/review-tools.js'
import type { Agreements, PendingTool } from './agree/tool-agreements.js'
import { agreedTool } from './agreed-tool.js'
import { standIn } from './stand-in.js'

/** The tools of a server as agents see them: those that a person has agreed to, and stand-ins for the others. */
export interface ListedTools {
  readonly generation: number
  readonly tools: readonly Tool[]
  /** The number of stand-ins among them. */
  readonly pending: number
  /** Updates the list. Call it when the server's list or the agreements have changed. */
  update(): Promise<void>
}

export interface ListedToolsOptions {
  readonly server: McpServer
  readonly agreements: Agreements
  readonly ask: AskToAgree
  readonly logger: Logger
}

export function createListedTools({ server, agreements, ask, logger }: ListedToolsOptions): ListedTools {
  const { name: serverName, toolset } = server.settings
  let all: readonly ServerTool[] = []
  let pending: readonly PendingTool[] = []
  let tools: readonly Tool[] = []
  let generation = 0
  /** The texts of reviews that a person has rejected. They are not shown again in this process. */
  const refused = new Set<string>()
  let reviewing: Promise<unknown> = Promise.resolve()

  async function update(): Promise<void> {
    if (!server.listing) return
    all = toolsOf(server, server.listing)
    pending = await agreements.pending(all)
    const open = new Map(pending.map(({ tool, status }) => [tool.name, status]))
    tools = all.map(({ tool }) => {
      const status = open.get(tool.name)
      if (!status) return agreedTool(tool, decide)
      return standIn({ server: serverName, name: tool.name, toolset, status, review: decide })
    })
    generation += 1
  }

  /** Asks about one tool at a time, because a review usually answers the others. */
  function decide(name: string, context: ToolContext): Promise<Tool> {
    const decided = reviewing.then(() => decideNow(name, context))
    reviewing = decided.catch(() => undefined)
    return decided
  }

  async function decideNow(name: string, context: ToolContext): Promise<Tool> {
    // Another process may have asked in the meantime.
    await update()
    // The server may change its list while a person reads.
    const shown = all
    const found = shown.find(({ tool }) => tool.name === name)
    if (!found) throw new HermesError('tool/unknown', `The MCP server "${serverName}" no longer has this tool.`)
    const own = pending.find(({ tool }) => tool.name === name)
    if (!own) return found.tool
    const batch = describeReview(serverName, pending).length > longestReview ? [own] : pending
    const text = describeReview(serverName, batch)
    if (refused.has(text)) throw notAgreed()
    if (!(await ask(text, toolChoices, context))) {
      refused.add(text)
      throw notAgreed()
    }
    const names = new Set(batch.map(({ tool }) => tool.name))
    await agreements.agree(shown.filter(({ tool }) => names.has(tool.name)))
    await update()
    return found.tool
  }

  function notAgreed(): HermesError {
    return new HermesError('mcp/not-agreed', `The user has not agreed to this tool of the MCP server "${serverName}".`)
  }

  return {
    get generation() {
      return generation
    },
    get tools() {
      return tools
    },
    get pending() {
      return pending.length
    },
    update: () =>
      update().catch((error: unknown) => {
        // Without the pins, nothing counts as agreed to.
        tools = []
        generation += 1
        logger.log('error', `The tools of the MCP server "${serverName}" are left out: ${error}`)
      }),
  }
}
