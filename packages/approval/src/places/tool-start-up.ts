/** Folders with files that tools execute or follow: of git, editors, other agents and installed packages. */
const folders = new Set([
  ...['.git', 'git~1', '.husky', '.idea', '.devcontainer', '.zed', '.vim', '.nvim'],
  ...['.claude', '.codex', '.gemini', '.cursor', '.hermes', '.opencode', '.kiro', '.roo', '.windsurf'],
  ...['node_modules', 'site-packages', '.venv', '.direnv'],
])

/** Files with the same effect, by name. */
const names =
  /^(?:\.envrc|\.mcp\.json|\.exrc|\.nvimrc|\.nvim\.lua|\.lvimrc|\.dir-locals(?:-2)?\.el|\.pnpmfile\.[cm]?js|\.yarnrc(?:\.yml)?|\.mise\.toml|(?:site|user)customize\.py|.+\.pth)$/

/**
 * Files in particular folders, which an editor executes or follows when the project is opened. Cargo reads the name of
 * its compiler from its file.
 */
const places = /(?:^|\/)(?:\.vscode\/(?:tasks|settings|mcp)\.json|\.cargo\/config(?:\.toml)?)$/

const instructions =
  /(?:^|\/)(?:agents?(?:\.override)?|claude(?:\.local)?|gemini|hermes|\.hermes|qwen|warp|soul)\.md$|(?:^|\/)\.(?:cursor|windsurf|cline|roo)rules$|(?:^|\/)\.goosehints$|(?:^|\/)\.github\/(?:copilot-instructions\.md|instructions\/)|(?:^|\/)\.(?:clinerules|rules)(?:\/|$)/

/** Files with commands that a build server runs. */
const buildServers =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|\.(?:circleci|buildkite|gitea\/workflows|forgejo\/workflows|woodpecker)\/|(?:\.gitlab-ci|\.travis|\.drone|\.woodpecker|azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild)\.ya?ml$|jenkinsfile$)/

/** npm settings that name a program or a file to be executed. */
const npmPrograms =
  /(?:^|[\r\n])(?:[^\S\r\n]|\+)*(?:script-shell|shell|node-options|git|editor|viewer|browser|(?:global-)?pnpmfile|globalconfig|userconfig|prefix)[^\S\r\n]*=/i

/**
 * Whether a tool of the user executes or follows the file without being asked. `path` must be absolute and resolved.
 */
export function isToolStartUp(path: string): boolean {
  const segments = namesOf(path)
  const name = segments.at(-1) ?? ''
  // A `.git` file redirects git to another repository with its own settings.
  return segments.some((segment) => folders.has(segment)) || names.test(name) || places.test(segments.join('/'))
}

/**
 * Whether text written to this file makes npm execute a program. Usually such a file only contains a registry address.
 */
export function setsNpmProgram(path: string, texts: readonly string[]): boolean {
  return namesOf(path).at(-1) === '.npmrc' && texts.some((text) => npmPrograms.test(text))
}

/** Whether agents read the file as instructions. */
export function isAgentInstruction(path: string): boolean {
  return instructions.test(namesOf(path).join('/'))
}

/** Whether a build server runs commands of the file. */
export function isContinuousIntegration(path: string): boolean {
  return buildServers.test(namesOf(path).join('/'))
}

/** Code points that macOS file systems ignore when comparing names. */
const ignored = /[\u200C-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/**
 * Returns the segments as the most tolerant file system sees them: any case, without trailing dots and spaces or named
 * streams.
 */
function namesOf(path: string): readonly string[] {
  return path.split(/[\\/]+/).map((name) => withoutEnd(name.replace(ignored, '').split(':', 1)[0] ?? '').toLowerCase())
}

/** Removes the dots and spaces at the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return end === 0 ? name : name.slice(0, end)
}
