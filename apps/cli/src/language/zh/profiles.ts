import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes profile`. */
export const profiles: Catalog = {
  'Created the profile "{0}" in {1}. Use it with: {2} -p {3}': '已在 {1} 中创建档案“{0}”。使用：{2} -p {3}',
  'It has the chat accounts of the other profile: {0}. Only one profile receives with an account. Give "{1}" accounts of its own, or turn a network off: {2}':
    '它使用另一个档案的聊天账号：{0}。每个账号只有一个档案接收消息。请给“{1}”设置自己的账号，或关闭其中的网络：{2}',
  'Created the profile "{0}". It has no keys: {1} -p {2} setup': '已创建档案“{0}”。它没有密钥：{1} -p {2} setup',
  'It starts the MCP servers {0}.': '它会启动 MCP 服务器 {0}。',
  'It loads the plugins {0}.': '它会加载插件 {0}。',
  'It runs dangerous commands without asking (approvals.mode: off).': '它不询问就运行危险命令（approvals.mode: off）。',
  'It allows dangerous commands for good (command_allowlist).': '它永久允许危险命令（command_allowlist）。',
  'It runs commands without a sandbox (terminal.sandbox: off).': '它不用沙箱运行命令（terminal.sandbox: off）。',
  'It sends conversations to {0}.': '它会把对话发送到 {0}。',
  'It contains scripts for scheduled jobs: {0}.': '它包含定时任务的脚本：{0}。',
  'The profile "{0}" is now "{1}".': '档案“{0}”已改名为“{1}”。',
  'Delete the profile "{0}" with its settings, keys, sessions and memories ({1})?':
    '删除档案“{0}”及其设置、密钥、会话和记忆（{1}）吗？',
  'Deleted the profile "{0}".': '已删除档案“{0}”。',
  'Wrote {0}. Start the profile "{1}" with: {2}': '已写入 {0}。启动档案“{1}”：{2}',
  'Left secrets out of {0}.': '已从 {0} 中略去机密。',
  'Exported {0} of the profile "{1}" to {2}.': '已将档案“{1}”的 {0}导出到 {2}。',
  'Install the profile "{0}"?': '安装档案“{0}”吗？',
  'Installed the profile "{0}". It has no keys: {1} -p {2} setup': '已安装档案“{0}”。它没有密钥：{1} -p {2} setup',
  'Update the profile "{0}"?': '更新档案“{0}”吗？',
  'Kept {0}: it was edited here.': '保留 {0}：它在本地修改过。',
  'Updated {0}.': '已更新 {0}。',
  'The profile "{0}" is used from now on, unless -p names another one.':
    '从现在起使用档案“{0}”，除非用 -p 指定其他档案。',
  name: '名称',
  keys: '密钥',
  'the first of {0}': '{0} 的第一个',
  'installed from': '安装自',
}
