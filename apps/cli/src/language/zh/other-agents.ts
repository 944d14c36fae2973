import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes import-agent`. */
export const otherAgents: Catalog = {
  '{0} unchanged': '未变 {0}',
  '{0} kept': '保留 {0}',
  '{0} skipped': '跳过 {0}',
  '{0} without room': '放不下 {0}',
  '{0} refused': '拒绝 {0}',
  'session {0}': '会话 {0}',
  '{0}, session {1}: {2}': '{0}，会话 {1}：{2}',
  '{0} differs from the one that is here, which stays.': '{0} 与此处的不同，保留此处的。',
  '{0} is a link, no plain file or too large: it was left out.': '{0} 是链接、不是普通文件或过大：已略去。',
  'Not imported: {0}. Keys: hermes auth add PROVIDER.': '未导入：{0}。密钥：hermes auth add PROVIDER。',
  'Not imported: {0}.': '未导入：{0}。',
  'Stopped: what was imported is kept, and a second import continues from there.':
    '已停止：保留已导入的内容，再次导入会从此处继续。',
  'It looks like an attempt to manipulate the agent, and was left out: {0}': '看起来是在试图操纵智能体，已略去：{0}',
  'No room: {0}': '放不下：{0}',
  'No room for {0} more.': '另有 {0} 条放不下。',
  'The agent {0} of OpenClaw has no workspace in {1}.': 'OpenClaw 的智能体 {0} 在 {1} 中没有工作区。',
  'The skill {0} was left out: its scan says dangerous ({1}).': '技能 {0} 已略去：扫描结果为危险（{1}）。',
  'The skill {0} needs a look ({1}): read it, then run hermes skills install {2}':
    '技能 {0} 需要查看（{1}）：请先阅读，再运行 hermes skills install {2}',
  '--agent and --secrets only apply to openclaw: omit them.': '--agent 和 --secrets 仅适用于 openclaw：请省略。',
  'OpenClaw has no agent "{0}": name one of {1} with --agent.':
    'OpenClaw 没有智能体“{0}”：请用 --agent 指定 {1} 之一。',
  '{0} cannot be read ({1}): correct it, then import again.': '无法读取 {0}（{1}）：请更正后再次导入。',
  'line {0}: it is no JSON5': '第 {0} 行：不是 JSON5',
  'it is no object': '它不是对象',
  'setting {0}': '设置 {0}',
  '{0} settings': '{0} 项设置',
  'channels.{0} is not imported, because its token is missing here: import with --secrets, or run hermes config set {1} VALUE and import again.':
    '未导入 channels.{0}，因为此处缺少其令牌：请附 --secrets 导入，或运行 hermes config set {1} VALUE 后再次导入。',
  'The model {0} is not imported: Hermes has no provider of this name.': '未导入模型 {0}：Hermes 没有此名称的提供商。',
  '{0} lets everyone write, which is not imported: set platforms.{1}.allow_all if you want that.':
    '{0} 允许所有人写入，此项未导入：如需如此，请设置 platforms.{1}.allow_all。',
  '{0} has {1}, which is no id of a person and is not imported.': '{0} 中的 {1} 不是人员 ID，未导入。',
  'models.providers.{0} is not imported: Hermes does not speak its API {1}.':
    '未导入 models.providers.{0}：Hermes 不支持其 API {1}。',
  'The MCP server {0} is not imported, because {1} is missing here: import with --secrets, or run hermes config set {2} VALUE and import again.':
    '未导入 MCP 服务器 {0}，因为此处缺少 {1}：请附 --secrets 导入，或运行 hermes config set {2} VALUE 后再次导入。',
  'The MCP server {0} is not imported, because its command or address holds a key: add it with hermes mcp add.':
    '未导入 MCP 服务器 {0}，因为其命令或地址含有密钥：请用 hermes mcp add 添加。',
  'The MCP server {0} is imported switched off, because the patterns of its tool filter have no counterpart: run hermes mcp configure {1}, then hermes config set mcp_servers.{2}.enabled true':
    'MCP 服务器 {0} 已导入但处于关闭状态，因为其工具过滤模式没有对应项：请运行 hermes mcp configure {1}，再运行 hermes config set mcp_servers.{2}.enabled true',
  '{0} is not imported: {1}': '未导入 {0}：{1}',
  'job {0}': '任务 {0}',
  '{0} jobs': '{0} 个任务',
  'The job {0} is not imported: {1}': '未导入任务 {0}：{1}',
  'The job {0} uses the configured model, because {1} cannot be used here.':
    '任务 {0} 使用配置的模型，因为此处无法使用 {1}。',
  'The job {0} is paused, because its results have nowhere to go: run hermes cron edit with --deliver, then hermes cron resume.':
    '任务 {0} 已暂停，因为其结果无处投递：请运行 hermes cron edit 并附 --deliver，再运行 hermes cron resume。',
  'key {0}': '密钥 {0}',
  '{0} keys': '{0} 个密钥',
  'The key {0} is not imported: {1}': '未导入密钥 {0}：{1}',
  'Keys are only imported with --secrets: {0}.': '仅在附 --secrets 时导入密钥：{0}。',
  'What was here before is saved. To restore it: hermes import {0}': '之前的内容已保存。要恢复：hermes import {0}',
  '{0} notes': '{0} 条笔记',
  'memory.memory_char_limit and memory.user_char_limit make room: import again after raising them.':
    'memory.memory_char_limit 和 memory.user_char_limit 可腾出空间：调高后再次导入。',
  'Conversations: hermes sessions import {0}': '对话：hermes sessions import {0}',
}
