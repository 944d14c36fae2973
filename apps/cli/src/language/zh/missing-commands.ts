import type { Catalog } from '@hermes/safety/language'

/** Replacements for the commands of the Hermes Agent in Python that are missing here. */
export const missing: Catalog = {
  'There is no command "{0}". {1}': '没有命令“{0}”。{1}',
  'There is no command /{0}. {1}': '没有命令 /{0}。{1}',
  'Use `{0}` instead.': '请改用 `{0}`。',
  '`hermes auth add PROVIDER` with the key of a speech service is enough.':
    '用 `hermes auth add PROVIDER` 添加语音服务的密钥即可。',
  'Hermes does not mix the answers of several models.': 'Hermes 不混合多个模型的回答。',
  'There are no tools for Spotify.': '没有 Spotify 工具。',
  'There is one layout, so there is nothing to migrate.': '只有一种布局，因此无需迁移。',
  'There is no central service to enroll with: the gateway of this machine serves its own chats.':
    '没有可注册的中心服务：本机的网关服务自己的聊天。',
  'Agents on other machines are reached with `hermes serve`, over RPC.':
    '其他机器上的智能体可用 `hermes serve` 通过 RPC 访问。',
  'The logins of a provider are used by Hermes alone.': '提供商的登录仅供 Hermes 自己使用。',
  'The sandbox closes the network of commands instead; `terminal.sandbox_network` in config.yaml and `/network` in a conversation open it.':
    '改由沙箱关闭命令的网络；config.yaml 中的 `terminal.sandbox_network` 和会话中的 `/network` 可将其打开。',
  'There are no language servers; the checks of a project run as commands.':
    '没有语言服务器；项目的检查以命令方式运行。',
  'Hermes does not serve this chat network yet; `hermes gateway setup` lists those that are.':
    '尚不支持此聊天网络；`hermes gateway setup` 列出支持的网络。',
  'There are no password managers yet; keys are in `.env`, `auth.json` or the environment.':
    '尚不支持密码管理器；密钥位于 `.env`、`auth.json` 或环境变量中。',
  'There is one log, which `hermes logs` shows.': '只有一份日志，由 `hermes logs` 显示。',
  '`hermes config path --json` names the `.env` file.': '`hermes config path --json` 会给出 `.env` 文件。',
  'A job keeps no copy of settings.': '任务不保存设置的副本。',
  'There are no boards of tasks; `hermes queue` shows the work that waits, and `hermes cron` plans it.':
    '没有任务看板；`hermes queue` 显示等待中的工作，`hermes cron` 安排工作。',
  'A session belongs to a folder, and `--in FOLDER` names it.': '会话属于一个文件夹，用 `--in FOLDER` 指定。',
  '`hermes gateway people` lists who may write to the gateway, and `hermes gateway pair` and `unpair` change it.':
    '`hermes gateway people` 列出可以给网关发消息的人，`hermes gateway pair` 和 `unpair` 更改名单。',
  '`/bundles` in a conversation lists the bundles.': '会话中的 `/bundles` 可列出技能包。',
  'There is no registry of plugins.': '没有插件注册表。',
  'A plugin is a folder or a repository, and needs no packing.': '插件就是文件夹或仓库，无需打包。',
  'Hermes does not control the desktop.': 'Hermes 不控制桌面。',
  'There are no pets.': '没有宠物。',
  '`/skin` in a conversation or `hermes config set display.skin NAME` chooses one.':
    '会话中的 `/skin` 或 `hermes config set display.skin NAME` 可选择外观。',
  '`hermes` itself is the console.': '`hermes` 本身就是控制台。',
  'There is no portal: any provider is used with its own key or login.': '没有门户：每个提供商都用自己的密钥或登录。',
  'The prompt of a session is stored with it and is not rewritten.': '会话的提示词随会话保存，不会改写。',
  'Each profile has a store of its own.': '每个配置档案都有自己的存储。',
  'Titles are written by a model or by you.': '标题由模型或您来写。',
  'The store always uses a write-ahead log.': '存储始终使用预写日志。',
  'There is no page for the browser; `hermes status --all` and `hermes insights` show the same facts.':
    '没有网页界面；`hermes status --all` 和 `hermes insights` 显示同样的信息。',
  'There is no desktop app; `hermes --tui` fills the terminal.': '没有桌面应用；`hermes --tui` 以全屏使用终端。',
  '`npm start` in the clone installs what Hermes needs.': '在克隆中运行 `npm start` 会安装 Hermes 所需的一切。',
  'To update, run `git pull` in the clone of Hermes, and the launcher rebuilds it at the next start.':
    '要更新，请在 Hermes 的克隆中运行 `git pull`，启动器会在下次启动时重新构建。',
  'To uninstall, run `hermes gateway uninstall`, then delete the launcher that `which hermes` finds and the clone; the home folder keeps your sessions until you delete it.':
    '要卸载，请运行 `hermes gateway uninstall`，然后删除 `which hermes` 找到的启动器和克隆；主目录会保留您的会话，直到您将其删除。',
  'Ctrl+G edits the input in `$EDITOR`.': 'Ctrl+G 在 `$EDITOR` 中编辑输入。',
  '`hermes backup` writes a copy, and `hermes import` restores it.':
    '`hermes backup` 写入副本，`hermes import` 将其恢复。',
  '`hermes -w` starts in a worktree of its own, and `hermes worktree list` shows them.':
    '`hermes -w` 在独立的工作树中启动，`hermes worktree list` 列出工作树。',
  'The loop of Hermes runs every turn.': '每一轮都由 Hermes 的循环运行。',
  '`display.status_bar` in config.yaml shows or hides it.': 'config.yaml 中的 `display.status_bar` 可显示或隐藏它。',
  'The system shows the battery.': '电量由系统显示。',
  'There is one indicator.': '只有一种指示器。',
  'Ctrl+L draws the screen again.': 'Ctrl+L 重绘屏幕。',
  "The mouse is the terminal's own.": '鼠标由终端自己处理。',
  'Hermes does not control a browser; its web tools read pages.': 'Hermes 不控制浏览器；其网页工具可读取页面。',
  'Select the text and copy it as the terminal does.': '选中文本，按终端的方式复制。',
  'The terminal has no microphone.': '终端没有麦克风。',
  '`/` opens a menu of the commands.': '`/` 打开命令菜单。',
  'There is no portal.': '没有门户。',
  '`/reload` reads the settings again, and `hermes gateway restart` restarts the gateway.':
    '`/reload` 重新读取设置，`hermes gateway restart` 重启网关。',
  'A topic of Telegram is a session of its own.': 'Telegram 的话题是独立的会话。',
  'The settings of groups are in config.yaml.': '群组的设置在 config.yaml 中。',
}
