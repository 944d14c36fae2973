/**
 * Toolsets that bundle others, by name. A member is a toolset, a tool, a pattern such as `mcp-*`, or one of these with
 * a leading `-`.
 */
export type Toolsets = Readonly<Record<string, readonly string[]>>

/** Bundles for configurations and `--toolsets`, by kind of work and by surface. */
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
    'memory',
    'todo',
    'code_execution',
    'delegation',
    'clarify',
    'skills',
    'cronjob',
    'tts',
  ],
  // Requests of programs have no user to ask.
  'hermes-api-server': ['hermes-cli', '-clarify'],
}
