/** Variables that refer to hidden paths, which would only confuse programs. */
const names = new Set([
  ...['DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS', 'DISPLAY', 'DOCKER_HOST', 'GPG_AGENT_INFO'],
  ...['GNOME_KEYRING_CONTROL', 'I3SOCK', 'SSH_AGENT_PID', 'SSH_AUTH_SOCK', 'STY', 'SWAYSOCK', 'TMUX', 'TMUX_PANE'],
  ...['VSCODE_IPC_HOOK_CLI', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR'],
])

export function withoutUseless(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.has(name)))
}
