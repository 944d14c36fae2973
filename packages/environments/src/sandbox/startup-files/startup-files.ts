/** File of a project that other programs of the user obey or execute without an explicit start. */
export interface StartupFile {
  /** Path relative to the folder of a project or a repository. `*` stands for every file in its folder. */
  readonly path: string
  /**
   * Set when editors write the file while they run, or its program asks before it obeys a change. Such a change cannot
   * be distinguished from one by a process that a command left behind, so it is kept.
   */
  readonly changesByItself?: true
  /** Set when a change is undone only if the whole folder was created, because its program writes to it all the time. */
  readonly onlyNewFolder?: true
}

/**
 * Startup files that a command has no common reason to write. Files that builds, installations and commits write are
 * excluded: `package.json`, `Makefile`, `node_modules`, `.venv`, workflows.
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
