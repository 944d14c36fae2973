import type { Catalog } from '@hermes/safety/language'

/** Findings and advice of `hermes security audit`. */
export const securityAudit: Catalog = {
  Files: '文件',
  Gateway: '网关',
  Plugins: '插件',
  Folders: '文件夹',
  'For the reason: hermes config check': '查看原因：hermes config check',
  'off: dangerous commands run without a question': '关闭：危险命令不询问就运行',
  'To be asked: hermes config set approvals.mode manual': '改为询问：hermes config set approvals.mode manual',
  'what a web page says may send data without a question': '网页内容可以不经询问就发送数据',
  'To be asked: hermes config set approvals.untrusted.policy ask':
    '改为询问：hermes config set approvals.untrusted.policy ask',
  '{0}, {1} permanent rules': '{0}，{1} 条永久规则',
  'command_allowlist allows nearly every command: {0}': 'command_allowlist 几乎允许所有命令：{0}',
  'Write the command instead: hermes config edit': '请改写为具体命令：hermes config edit',
  'the permissions of Windows are not checked': '不检查 Windows 的权限',
  '{0} is closed to other users': '{0} 不对其他用户开放',
  'other users may change {0}': '其他用户可以更改 {0}',
  'other users may read {0}': '其他用户可以读取 {0}',
  'Close them: chmod go-rwx {0}': '关闭访问：chmod go-rwx {0}',
  'everyone on {0} may write to the agent': '{0} 上的任何人都可以给智能体发消息',
  'Name the people: hermes config set platforms.{0}.allow_all false, and use allow_from or pairing.':
    '请指定人员：hermes config set platforms.{0}.allow_all false，并使用 allow_from 或配对。',
  'listens on {0}': '监听 {0}',
  'listens on {0} with a key that can be guessed': '监听 {0}，密钥可能被猜到',
  'Set API_SERVER_KEY to the output of `openssl rand -hex 24`.':
    '请将 API_SERVER_KEY 设为 `openssl rand -hex 24` 的输出。',
  'listens on {0}, which other machines can reach': '监听 {0}，其他机器可以访问',
  'Unless that is wanted: hermes config set gateway.api_server.host 127.0.0.1':
    '如果不希望如此：hermes config set gateway.api_server.host 127.0.0.1',
  'none in config.yaml': 'config.yaml 中没有',
  '{0} seems to contain keys: line {1}': '{0} 似乎含有密钥：第 {1} 行',
  'Move them to .env: hermes config set NAME VALUE, and refer to the variable in config.yaml.':
    '请移到 .env：hermes config set NAME VALUE，并在 config.yaml 中引用该变量。',
  'reached without encryption: {0}': '未加密访问：{0}',
  'Use their https addresses.': '请使用它们的 https 地址。',
  '{0}, none trusted': '{0} 个，均不受信任',
  'what these say about their tools is believed: {0}': '完全相信它们对工具的说明：{0}',
  'To be asked: hermes config set mcp_servers.{0}.trust untrusted':
    '改为询问：hermes config set mcp_servers.{0}.trust untrusted',
  '{0}, each isolated': '{0} 个，各自隔离',
  'these may do all that Hermes may: {0}': '它们拥有 Hermes 的全部权限：{0}',
  'Remove them from installed_plugins.trusted, unless they need it.':
    '如无必要，请从 installed_plugins.trusted 中移除。',
  'no projects are trusted': '没有受信任的项目',
  'trusted: {0}': '受信任：{0}',
  'skills are used from {0}, which contains everything that you download':
    '使用 {0} 中的技能，而它包含你下载的所有内容',
  'skills are used from {0}, which every user may change': '使用 {0} 中的技能，而任何用户都可以更改它',
  'No longer trust it: hermes skills untrust {0}': '不再信任它：hermes skills untrust {0}',
  '{0} besides the bundled ones': '除自带技能外有 {0} 个',
  'the scan finds something in {0}': '扫描在 {0} 中发现问题',
  'Looked at settings, permissions and skills; not at known holes in packages, and not over the network.':
    '检查了设置、权限和技能；未检查软件包的已知漏洞，也未访问网络。',
  'To see what: hermes skills audit {0}': '查看详情：hermes skills audit {0}',
}
