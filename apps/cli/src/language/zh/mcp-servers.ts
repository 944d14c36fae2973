import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes mcp`, and its catalog of servers. */
export const mcpServers: Catalog = {
  ' (needs {0})': '（需要 {0}）',
  'To add one: hermes mcp add NAME': '添加：hermes mcp add NAME',
  'No server of the catalog fits. All of them: hermes mcp catalog':
    '目录中没有符合的服务器。查看全部：hermes mcp catalog',
  '{0} tools': '{0} 个工具',
  'Added {0} to {1}.': '已将 {0} 添加到 {1}。',
  'Connected: {0}.': '已连接：{0}。',
  '{0} It stays in the settings: hermes mcp test {1}': '{0}它保留在设置中：hermes mcp test {1}',
  'To agree to what it offers: hermes mcp configure {0}': '同意它提供的内容：hermes mcp configure {0}',
  'There is no MCP server "{0}".': '没有 MCP 服务器“{0}”。',
  '{0} belongs to the plugin {1}. To switch off the whole plugin: hermes plugins disable {2}':
    '{0} 属于插件 {1}。停用整个插件：hermes plugins disable {2}',
  'There are no MCP servers yet. To add one: hermes mcp add NAME COMMAND':
    '还没有 MCP 服务器。添加：hermes mcp add NAME COMMAND',
  'never connected': '从未连接',
  'of the plugin {0}': '属于插件 {0}',
  '{0} to review: hermes mcp configure {1}': '{0} 项待查看：hermes mcp configure {1}',
  'Logged in. To try it: hermes mcp test {0}': '已登录。试用：hermes mcp test {0}',
  'You have agreed to everything that {0} offers.': '你已同意 {0} 提供的所有内容。',
  'Agree to this?': '同意这些内容吗？',
  'Agreed. If {0} changes a tool or a skill, you are asked again.': '已同意。如果 {0} 更改工具或技能，会再次询问你。',
  'Hermes serves MCP clients at {0}': 'Hermes 正在 {0} 为 MCP 客户端服务',
  'Token: {0}': '令牌：{0}',
  'Client: {0} ({1})': '客户端：{0}（{1}）',
  '(not agreed to yet)': '（尚未同意）',
  '(changed since you agreed)': '（同意后有变化）',
  'skill {0}': '技能 {0}',
  'To review and agree to what it offers: hermes mcp configure {0}': '查看并同意它提供的内容：hermes mcp configure {0}',

  // The catalog.
  'Web, news and image search': '网页、新闻和图片搜索',
  'Inspects pages, their network and their speed in Chrome': '在 Chrome 中检查页面、网络和速度',
  'Current documentation of libraries': '各种库的最新文档',
  'Web search for models, with the text of the pages': '供模型使用的网页搜索，附页面正文',
  'Reads pages of the web as Markdown': '以 Markdown 读取网页',
  'Crawls sites and extracts their content': '抓取站点并提取内容',
  'Reads and changes Git repositories': '读取和更改 Git 仓库',
  'Repositories, issues and pull requests of GitHub': 'GitHub 的仓库、议题和拉取请求',
  'A graph of facts in a file': '存于文件的事实图谱',
  'Issues and projects of Linear': 'Linear 的议题和项目',
  'Pages and databases of Notion': 'Notion 的页面和数据库',
  'Drives a browser': '操作浏览器',
  'Errors and traces of Sentry': 'Sentry 的错误和追踪',
  'Keeps the steps of a long train of thought': '保留长思路的各个步骤',
  'Web search and extraction': '网页搜索和提取',
  'The time in all zones': '各时区的时间',
  'Files of the working folder': '工作文件夹中的文件',
}
