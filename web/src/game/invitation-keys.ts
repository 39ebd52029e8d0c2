/** Where a window keeps the key of an invitation that it has followed, over a reload: in the address it could be read. */
const place = (game: string): string => `tabiya.invitation.${game}`;

export const invitationKeys = {
  keep(game: string, key: string): void {
    try {
      sessionStorage.setItem(place(game), key);
    } catch {
      // Without storage the link has to be followed again after a reload.
    }
    followed.set(game, key);
  },
  of(game: string): string | null {
    try {
      return followed.get(game) ?? sessionStorage.getItem(place(game));
    } catch {
      return null;
    }
  },
  forget(game: string): void {
    followed.delete(game);
    try {
      sessionStorage.removeItem(place(game));
    } catch {
      // Nothing was kept.
    }
  },
};

const followed = new Map<string, string>();
