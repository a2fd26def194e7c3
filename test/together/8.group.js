require('./deal').bringInGroup(8);
