/** Toolsets that stand for others, by name. A member is a toolset, a tool, `mcp-*`, or one of these with `-` before it. */
export type Toolsets = Readonly<Record<string, readonly string[]>>

/** The bundles that a config or `--toolsets` may name: for kinds of work, and for the places that people talk from. */
export const toolsets: Toolsets = {
  coding: ['terminal', 'file', 'todo', 'clarify', 'session_search'],
  debugging: ['terminal', 'web', 'file'],
  safe: ['web', 'vision'],
  'hermes-cli': [
    'terminal',
    'file',
    'web',
    'vision',
    'session_search',
    'todo',
    'code_execution',
    'delegation',
    'clarify',
  ],
  // Nobody is there whom a program's request could ask.
  'hermes-api-server': ['hermes-cli', '-clarify'],
}
