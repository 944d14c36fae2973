import { alwaysRuns, type Tool } from '@hermes/core'

/** Asks a person to decide. Resolves to the tool, or rejects with the reason for the model. */
export type ReviewTool = (name: string, context: Parameters<Tool['run']>[1]) => Promise<Tool>

export interface StandInOptions {
  readonly server: string
  readonly name: string
  readonly toolset: string
  readonly status: 'new' | 'changed'
  readonly review: ReviewTool
}

/**
 * Creates a stand-in for a tool whose current version has not been agreed to. Nothing that the server says about the tool reaches the
 * model. A call only asks a person, and returns the tool's description once they have agreed.
 */
export function standIn({ server, name, toolset, status, review }: StandInOptions): Tool {
  const why = status === 'new' ? 'has not been agreed to yet' : 'has changed since a person agreed to it'
  return {
    name,
    description: `A tool of the MCP server "${server}" that ${why}. Call it without arguments: the user is asked, and you get its description.`,
    parameters: { type: 'object', properties: {} },
    toolset,
    effect: 'idempotent',
    concurrency: 'never',
    changesFiles: false,
    isDeferrable: true,
    isUntrusted: true,
    // The result describes a tool that the user has just agreed to.
    origins: [],
    // It runs nothing on the server.
    assess: alwaysRuns,
    async run(_, context) {
      return describeAgreed(await review(name, context))
    },
  }
}

/** Returns the result of a call that ended in a review, without running anything. */
export function describeAgreed({ name, description, parameters }: Tool): string {
  const definition = JSON.stringify({ name, description, parameters })
  return `The user has agreed to this tool. It was not run yet: call it again with its arguments.\n${definition}`
}
