import type { Tool, ToolDefinition } from '@hermes/core'
import type { RemoteTool, ServerTool } from '@hermes/mcp'
import type { Scan } from '@hermes/safety/scan'
import { findingsOf, fingerprintTool, type PinBook, type PinnedItem, type PinStatus } from '@hermes/tools/pins'

/** A tool of a server whose current version has not been agreed to. */
export interface PendingTool {
  readonly tool: Tool
  readonly status: Exclude<PinStatus, 'approved'>
  /** The parts of the tool's texts that try to steer an agent. */
  readonly findings: readonly string[]
}

/** The agreements of people to the tools of a server. */
export interface Agreements {
  /** Returns those of the tools that need an answer. */
  pending(tools: readonly ServerTool[]): Promise<readonly PendingTool[]>
  agree(tools: readonly ServerTool[]): Promise<void>
}

export interface AgreementsOptions {
  readonly server: string
  readonly book: PinBook
  /** Whether the first list counts as agreed to, except for tools that try to steer an agent. */
  readonly acceptsFirst: boolean
  /** Scans the texts of tools. Default: only with rules, without a judge. */
  readonly scan?: Scan
}

/** Pins the tools of a server as a person has seen them. */
export function createAgreements({ server, book, acceptsFirst, scan }: AgreementsOptions): Agreements {
  const source = `mcp:${server}`
  const toItem = ({ name, tool, remote }: Own): PinnedItem => ({
    source,
    name,
    fingerprint: fingerprintTool(seenBy(tool, remote)),
  })
  const agree = (tools: readonly ServerTool[]) => book.approve(own(tools).map(toItem))

  return {
    agree,
    async pending(tools) {
      const items = own(tools)
      const statuses = await book.judgeAll(items.map(toItem))
      const unapproved = items.flatMap((item, index) => {
        const status = statuses[index] ?? 'new'
        return status === 'approved' ? [] : [{ item, tool: item.tool, status }]
      })
      const open = await Promise.all(
        unapproved.map(async (each) => ({ ...each, findings: await findingsOf(each.tool, scan) })),
      )
      const isFirst = acceptsFirst && statuses.length > 0 && statuses.every((status) => status === 'new')
      if (!isFirst) return open
      await agree(open.filter(({ findings }) => findings.length === 0).map(({ item }) => item))
      return open.filter(({ findings }) => findings.length > 0)
    },
  }
}

type Own = ServerTool & { readonly remote: RemoteTool; readonly name: string }

/** Selects the tools of the server itself. The tools that read resources have texts from Hermes. */
function own(tools: readonly ServerTool[]): readonly Own[] {
  return tools.flatMap(({ tool, remote }) => (remote ? [{ tool, remote, name: remote.name }] : []))
}

/**
 * Returns what a person has agreed to. The tool's statements about its effects decide about questions, so a change of them counts as a change of the tool.
 */
function seenBy({ name, description, parameters }: Tool, { isReadOnly, isIdempotent }: RemoteTool): ToolDefinition {
  return { name, description: `${description}\0${isReadOnly}\0${isIdempotent}`, parameters }
}
