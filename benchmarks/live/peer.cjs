// A boardgame.io server to be driven beside ours: its in-memory store, one process, a table of six that wager.
// The folder that holds boardgame.io is the first argument. Nothing here is tuned against it: no undo list, no
// logging of moves, moves of several players at once are taken without a conflict.
const path = require('node:path');
const folder = path.resolve(process.argv[2], 'node_modules');
const { Server, Origins } = require(path.join(folder, 'boardgame.io', 'dist', 'cjs', 'server.js'));

const LEAST = 2500;
const MOST = 500000;
const TILES = Array.from({ length: 32 }, (_, number) => number);

const game = {
  name: 'floor',
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const tiles = random.Shuffle(TILES);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
      players[seat] = { hand: tiles.slice(4 * seat, 4 * seat + 4) };
    }
    return {
      step: 'bets',
      racks: Array(ctx.numPlayers).fill(100000),
      wagers: Array(ctx.numPlayers).fill(0),
      players,
    };
  },
  playerView: ({ G, playerID }) => {
    const players = {};
    for (const seat of Object.keys(G.players)) {
      players[seat] = seat === playerID ? G.players[seat] : { hand: [null, null, null, null] };
    }
    return { ...G, players };
  },
  turn: { activePlayers: { all: 'betting' } },
  moves: {
    wager: {
      move: ({ G, playerID }, chips) => {
        const held = G.racks[playerID] + G.wagers[playerID];
        if (G.step !== 'bets' || !(chips >= LEAST && chips <= MOST) || chips > held) return 'INVALID_MOVE';
        G.racks[playerID] = held - chips;
        G.wagers[playerID] = chips;
      },
      ignoreStaleStateID: true,
      client: false,
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${appServer.address().port}/` }));
});
