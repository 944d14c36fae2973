/** A file of a project that other programs of the user obey or execute, although no one starts it. */
export interface StartupFile {
  /** Relative to the folder of a project or a repository. `*` stands for every file in its folder. */
  readonly path: string
  /**
   * Editors write it while they run, or its program asks before it obeys a change. A change by a process that a command
   * left behind cannot be told from that, and stays.
   */
  readonly changesByItself?: true
  /** It is only undone when the whole folder was created, because its program writes to it all the time. */
  readonly onlyNewFolder?: true
}

/**
 * Start-up files that a command has no everyday reason to write. Files that builds, installations and commits write are
 * left out: `package.json`, `Makefile`, `node_modules`, `.venv`, workflows.
 */
export const startupFiles: readonly StartupFile[] = [
  { path: '.envrc', changesByItself: true },
  { path: '.vscode/launch.json', changesByItself: true },
  { path: '.vscode/mcp.json', changesByItself: true },
  { path: '.vscode/settings.json', changesByItself: true },
  { path: '.vscode/tasks.json', changesByItself: true },
  { path: '.zed/settings.json', changesByItself: true },
  { path: '.zed/tasks.json', changesByItself: true },
  { path: '.idea/*', changesByItself: true, onlyNewFolder: true },
  { path: '.cargo/config' },
  { path: '.cargo/config.toml' },
  { path: '.claude/settings.json' },
  { path: '.claude/settings.local.json' },
  { path: '.codex/config.toml' },
  { path: '.cursor/hooks.json' },
  { path: '.cursor/mcp.json' },
  { path: '.gemini/settings.json' },
  { path: '.husky/*' },
  { path: '.mcp.json' },
  { path: 'sitecustomize.py' },
  { path: 'usercustomize.py' },
]
