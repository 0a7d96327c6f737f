// An app on the public JavaScript SDL library: registers, checks permissions and the navigation capability, gets the
// waypoints, subscribes, and prints a line of JSON for each step. It ends after the changes it was told to expect.
//
// usage: node app.mjs CHECKOUT HOST PORT CHANGES [tcp | ws-client | ws-server]
//
// As ws-server it listens on the port itself, prints where, and takes the first head unit that dials.
import { createRequire, register } from 'node:module';

const [checkout, host, port, changes, transport = 'tcp'] = process.argv.slice(2);
globalThis.require = createRequire(import.meta.url);
register('./hooks.mjs', import.meta.url, { data: { root: checkout } });

const load = async (path) => import(`file://${checkout}/lib/js/src/${path}`);
const { SdlManager } = await load('manager/SdlManager.js');
const { SdlManagerListener } = await load('manager/SdlManagerListener.js');
const { LifecycleConfig } = await load('manager/LifecycleConfig.js');
const { AppConfig } = await load('manager/AppConfig.js');
const transports = {
    tcp: async () => {
        const { TcpClientConfig } = await load('transport/TcpClientConfig.js');
        return new TcpClientConfig(host, Number(port));
    },
    'ws-client': async () => {
        const WebSocket = require('ws');
        // What the library finds in a browser.
        globalThis.window = {};
        globalThis.WebSocket = class extends WebSocket {
            constructor(url) {
                super(url);
                this.binaryType = 'arraybuffer';
            }
        };
        const { WebSocketClientConfig } = await load('transport/WebSocketClientConfig.js');
        return new WebSocketClientConfig(`ws://${host}`, Number(port));
    },
    'ws-server': async () => {
        const WebSocket = require('ws');
        const { WebSocketServerConfig } = await load('transport/WebSocketServerConfig.js');
        const server = new WebSocket.Server({ host, port: Number(port) });
        server.on('listening', () => print('listening', { port: server.address().port }));
        const connection = await new Promise((resolve) => { server.on('connection', resolve); });
        return new WebSocketServerConfig(connection, 60000);
    },
};
const { Language } = await load('rpc/enums/Language.js');
const { AppHMIType } = await load('rpc/enums/AppHMIType.js');
const { FunctionID } = await load('rpc/enums/FunctionID.js');
const { SystemCapabilityType } = await load('rpc/enums/SystemCapabilityType.js');
const { WayPointType } = await load('rpc/enums/WayPointType.js');
const { GetWayPoints } = await load('rpc/messages/GetWayPoints.js');
const { SubscribeWayPoints } = await load('rpc/messages/SubscribeWayPoints.js');
const { UnsubscribeWayPoints } = await load('rpc/messages/UnsubscribeWayPoints.js');

const print = (event, more = {}) => console.log(JSON.stringify({ event, ...more }));
const names = (points) => (points ?? []).map((point) => point.getLocationName());

process.on('uncaughtException', (error) => {
    print('error', { what: String(error) });
    process.exit(1);
});

let left = Number(changes);
let finish;
const finished = new Promise((resolve) => { finish = resolve; });
if (left === 0) finish();

const lifecycle = new LifecycleConfig()
    .setAppId('waypoint-peer').setAppName('WaypointPeer')
    .setLanguageDesired(Language.EN_US).setHmiDisplayLanguageDesired(Language.EN_US)
    .setAppTypes([AppHMIType.NAVIGATION])
    .setTransportConfig(await transports[transport]())
    .setRpcNotificationListeners({
        [FunctionID.OnWayPointChange]: (change) => {
            print('wayPointChange', { wayPoints: names(change.getWayPoints()) });
            left -= 1;
            if (left === 0) finish();
        },
    });

const listener = new SdlManagerListener();
listener.setOnStart(async (manager) => {
    const permissions = manager.getPermissionManager();
    print('permissions', {
        GetWayPoints: permissions.isRpcAllowed(FunctionID.GetWayPoints),
        SubscribeWayPoints: permissions.isRpcAllowed(FunctionID.SubscribeWayPoints),
    });
    const capability = await manager.getSystemCapabilityManager().updateCapability(SystemCapabilityType.NAVIGATION);
    print('capability', { getWayPointsEnabled: capability.getGetWayPointsEnabled() });
    const send = async (name, request) => {
        const response = await manager.sendRpcResolve(request);
        print(name, { success: response.getSuccess(), resultCode: response.getResultCode() });
        return response;
    };
    const destination = await send('destination', new GetWayPoints().setWayPointType(WayPointType.DESTINATION));
    print('wayPoints', { wayPoints: names(destination.getWayPoints()) });
    const all = await send('all', new GetWayPoints().setWayPointType(WayPointType.ALL));
    print('wayPoints', { wayPoints: names(all.getWayPoints()) });
    await send('subscribed', new SubscribeWayPoints());
    await finished;
    await send('unsubscribed', new UnsubscribeWayPoints());
    manager.dispose();
    print('ended');
    process.exit(0);
}).setOnError((manager, info) => {
    print('error', { what: String(info) });
    process.exit(1);
}).setOnDestroy(() => {});

new SdlManager(new AppConfig().setLifecycleConfig(lifecycle), listener).start();
