/** Folders whose files tools run or obey on their own: git, editors, other agents, and what was installed. */
const folders = new Set([
  ...['.git', 'git~1', '.husky', '.idea', '.devcontainer', '.zed', '.vim', '.nvim'],
  ...['.claude', '.codex', '.gemini', '.cursor', '.hermes', '.opencode', '.kiro', '.roo', '.windsurf'],
  ...['node_modules', 'site-packages', '.venv', '.direnv'],
])

/** Files with the same effect, by their name. */
const names =
  /^(?:\.envrc|\.mcp\.json|\.exrc|\.nvimrc|\.nvim\.lua|\.lvimrc|\.dir-locals(?:-2)?\.el|\.pnpmfile\.[cm]?js|\.yarnrc(?:\.yml)?|\.mise\.toml|(?:site|user)customize\.py|.+\.pth)$/

/** Files of one folder: an editor runs or obeys them when the project is opened. Cargo takes its compiler from its file. */
const places = /(?:^|\/)(?:\.vscode\/(?:tasks|settings|mcp)\.json|\.cargo\/config(?:\.toml)?)$/

const instructions =
  /(?:^|\/)(?:agents?(?:\.override)?|claude(?:\.local)?|gemini|hermes|\.hermes|qwen|warp|soul)\.md$|(?:^|\/)\.(?:cursor|windsurf|cline|roo)rules$|(?:^|\/)\.goosehints$|(?:^|\/)\.github\/(?:copilot-instructions\.md|instructions\/)|(?:^|\/)\.(?:clinerules|rules)(?:\/|$)/

/** Settings of npm that name a program or a file to be run. */
const npmPrograms =
  /(?:^|\n)[\s+]*(?:script-shell|shell|node-options|git|editor|viewer|browser|(?:global-)?pnpmfile|globalconfig|userconfig|prefix)\s*=/i

/** Whether a tool of the user's runs or obeys the file without being asked to. `path` is absolute and resolved. */
export function isToolStartUp(path: string): boolean {
  const segments = namesOf(path)
  const name = segments.at(-1) ?? ''
  // A `.git` that is a file leads git to another repository, with settings of its own.
  return segments.some((segment) => folders.has(segment)) || names.test(name) || places.test(segments.join('/'))
}

/** Whether a text, written to this file, has npm run a program. What such a file mostly holds is the address of a registry. */
export function setsNpmProgram(path: string, texts: readonly string[]): boolean {
  return namesOf(path).at(-1) === '.npmrc' && texts.some((text) => npmPrograms.test(text))
}

/** Whether agents take the file for instructions. */
export function isAgentInstruction(path: string): boolean {
  return instructions.test(namesOf(path).join('/'))
}

/** Code points that file systems of macOS leave out when they compare names. */
const ignored = /[\u200C-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** Each name as the most forgiving file system reads it: any case, no dots or spaces at its end, no named stream behind it. */
function namesOf(path: string): readonly string[] {
  return path
    .split(/[\\/]+/)
    .map((name) => name.replace(ignored, '').replace(/:.*$/, '').toLowerCase())
    .map((name) => (/[^. ]/.test(name) ? name.replace(/[. ]+$/, '') : name))
}
